// Brings what only the settings and the position editor say in English.
import messages from './en/shell.json?later';
import { learn } from './messages';

learn(messages);
