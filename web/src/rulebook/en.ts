// Every text of the rules pages in one language. It is loaded when a rules page is opened, not before.
import featured from './en/featured_games.json';
import draughts from './en/draughts.json';
import pages from './en/pages.json';

export default { ...featured, ...draughts, ...pages };
