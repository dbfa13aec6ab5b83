// Every text of the rules pages in one language. It is loaded when a rules page is opened, not before.
import featured from './is/featured_games.json';
import draughts from './is/draughts.json';
import pages from './is/pages.json';

export default { ...featured, ...draughts, ...pages };
