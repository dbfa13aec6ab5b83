// Knows what the site itself says in a chat, in the player's language: it is written in English where it is said.
// Does not know when it is said.
import type { ChatView } from '../game/model';
import { say, type MessageKey } from '../messages/messages';

/** What follows the computer's name in a line, and the message that says the same. */
export const serverLines: Readonly<Record<string, MessageKey>> = {
  ' cannot go on and gives up its seat': 'table.chat.gives_up',
  ' cannot go on: its player has the seat again': 'table.chat.gives_back',
};

/** No player has an empty id. */
export const isOfServer = ({ author, isRemoved }: ChatView): boolean => author.id === '' && !isRemoved;

export function serverText({ author: { name }, text }: ChatView): string {
  const key = serverLines[text.slice(name.length)];
  return key === undefined || !text.startsWith(name) ? text : say(key, { name });
}
