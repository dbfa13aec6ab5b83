// Everything that is said in one language, area by area. The rules pages have files of their own.
import shell from './hu/shell.json';
import home from './hu/home.json';
import board from './hu/board.json';
import table from './hu/table.json';
import people from './hu/people.json';
import analysis from './hu/analysis.json';
import start from './hu/start.json';
import reasons from './hu/reasons.json';
import rulebook from './hu/rulebook.json';
import refusals from './hu/refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...analysis, ...refusals, ...reasons, ...start, ...rulebook };
