// Brings what is said in English against a position, a record or a game's options.
import messages from './en/reasons.json';
import { learn } from './messages';

learn(messages);
