// Brings what the settings say in English.
import messages from './en/shell.json?later';
import { learn } from './messages';

learn(messages);
