// Brings what is said in English where a game is chosen with all its options.
import start from './en/start.json';
import table from './en/table.json';
import { learn } from './messages';

learn({ ...start, ...table });
