// Every text of the rules pages in one language. It is loaded when a rules page is opened, not before.
import featured from './fil/featured_games.json';
import draughts from './fil/draughts.json';
import pages from './fil/pages.json';

export default { ...featured, ...draughts, ...pages };
