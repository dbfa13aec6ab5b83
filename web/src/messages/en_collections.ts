// Brings what collections of games and the explorer of their moves say in English.
import messages from './en/collections.json';
import { learn } from './messages';
import './en_refusals';

learn(messages);
