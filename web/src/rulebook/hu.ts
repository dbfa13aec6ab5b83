// Every text of the rules pages in one language. It is loaded when a rules page is opened, not before.
import featured from './hu/featured_games.json';
import draughts from './hu/draughts.json';
import pages from './hu/pages.json';

export default { ...featured, ...draughts, ...pages };
