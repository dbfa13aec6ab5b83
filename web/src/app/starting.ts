// Knows how a game is begun with good defaults: against the computer, or with a link for a friend.
import { go } from './router';

export async function againstComputer(game: string): Promise<void> {
  go(`/here/${encodeURIComponent(game)}?against=computer`);
}

export async function inviteFriend(game: string): Promise<void> {
  go(`/new/${encodeURIComponent(game)}?with=friend`);
}
