// Everything that is said in one language, area by area. The rules pages have files of their own. The page itself begins with
// `en_first` and learns the rest where it is said.
import shell from './en/shell.json';
import home from './en/home.json';
import board from './en/board.json';
import table from './en/table.json';
import people from './en/people.json';
import analysis from './en/analysis.json';
import start from './en/start.json';
import reasons from './en/reasons.json';
import rulebook from './en/rulebook.json';
import refusals from './en/refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...analysis, ...refusals, ...reasons, ...start, ...rulebook };
