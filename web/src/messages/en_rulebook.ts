// Brings what the rules pages say in English around the rules themselves.
import messages from './en/rulebook.json';
import { learn } from './messages';

learn(messages);
