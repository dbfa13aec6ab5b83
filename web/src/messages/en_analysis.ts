// Brings what the analysis says in English.
import words from './en/analysis.json';
import { learn } from './messages';

learn(words);
