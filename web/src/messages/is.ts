// Everything that is said in one language, area by area. The rules pages have files of their own.
import shell from './is/shell.json';
import home from './is/home.json';
import board from './is/board.json';
import table from './is/table.json';
import people from './is/people.json';
import analysis from './is/analysis.json';
import start from './is/start.json';
import reasons from './is/reasons.json';
import rulebook from './is/rulebook.json';
import refusals from './is/refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...analysis, ...refusals, ...reasons, ...start, ...rulebook };
