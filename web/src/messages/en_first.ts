// What the first page and a table say in English; the words of other pages come with them. `?first` leaves out what only other
// pages say: first_messages.ts has the list, and a test reads what these pages say.
import shell from './en/shell.json?first';
import home from './en/home.json';
import board from './en/board.json';
import table from './en/table.json?first';
import people from './en/people.json?first';
import start from './en/start.json?first';
import reasons from './en/reasons.json?first';
import refusals from './en/refusals.json?first';

export default { ...shell, ...home, ...board, ...table, ...people, ...refusals, ...reasons, ...start };
