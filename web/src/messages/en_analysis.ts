// Brings what the analysis says in English.
import messages from './en/analysis.json';
import { learn } from './messages';

learn(messages);
