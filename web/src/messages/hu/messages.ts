// Everything that is said in one language, area by area. The rules pages have files of their own.
import shell from './shell.json';
import home from './home.json';
import board from './board.json';
import table from './table.json';
import people from './people.json';
import analysis from './analysis.json';
import collections from './collections.json';
import downloads from './downloads.json';
import puzzles from './puzzles.json';
import start from './start.json';
import reasons from './reasons.json';
import rulebook from './rulebook.json';
import refusals from './refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...analysis, ...collections, ...downloads, ...puzzles, ...refusals, ...reasons, ...start, ...rulebook };
export { writing } from './writing';
