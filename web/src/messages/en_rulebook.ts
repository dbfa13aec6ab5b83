// Brings what the rules pages say in English around the rules themselves.
import words from './en/rulebook.json';
import { learn } from './messages';

learn(words);
