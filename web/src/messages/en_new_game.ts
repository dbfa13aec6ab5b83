// Brings what is said in English where a game is chosen with all its options.
import start from './en/start.json?later';
import table from './en/table.json?later';
import { learn } from './messages';
import './en_refusals';

learn({ ...start, ...table });
