// Brings what the lobby, the lists of games and the account say in English.
import messages from './en/people.json';
import { learn } from './messages';

learn(messages);
