// What the first page and a table say in English; the words of other pages come with them.
import shell from './en/shell.json';
import home from './en/home.json';
import board from './en/board.json';
import table from './en/table.json';
import people from './en/people.json';
import start from './en/start.json';
import reasons from './en/reasons.json';
import refusals from './en/refusals.json';

export default { ...shell, ...home, ...board, ...table, ...people, ...refusals, ...reasons, ...start };
