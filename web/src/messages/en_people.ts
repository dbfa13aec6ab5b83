// Brings what the lobby, the lists of games and the account say in English.
import messages from './en/people.json?later';
import { learn } from './messages';
import './en_refusals';

learn(messages);
