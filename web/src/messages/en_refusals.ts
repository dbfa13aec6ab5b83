// Brings why a rule is against a move, and what only a server refuses, at its tables and where they are made, in English.
import messages from './en/refusals.json?later';
import { learn } from './messages';

learn(messages);
