// Brings what the page of the site's open data says in English.
import messages from './en/downloads.json';
import { learn } from './messages';

learn(messages);
