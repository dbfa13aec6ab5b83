// Every text of the rules pages in one language. It is loaded when a rules page is opened, not before.
import featured from './rules/featured_games.json';
import draughts from './rules/draughts.json';
import pages from './rules/pages.json';

export default { ...featured, ...draughts, ...pages };
