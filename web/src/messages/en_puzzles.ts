// Brings what the puzzles say in English.
import messages from './en/puzzles.json';
import { learn } from './messages';

learn(messages);
