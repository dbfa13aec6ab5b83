// Everything that is said in one language, area by area. The rules pages have files of their own.
import shell from './fil/shell.json';
import home from './fil/home.json';
import board from './fil/board.json';
import table from './fil/table.json';
import people from './fil/people.json';
import analysis from './fil/analysis.json';
import start from './fil/start.json';
import reasons from './fil/reasons.json';
import rulebook from './fil/rulebook.json';
import refusals from './fil/refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...analysis, ...refusals, ...reasons, ...start, ...rulebook };
