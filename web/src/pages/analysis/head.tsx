// Knows what stands above the board of the analysis: what is analysed, and the ways from it to other games, rules and puzzles.
import { go } from '../../app/router/router';
import { say, sayIfKnown } from '../../messages/messages';
import type { GameTree } from '../../game/game_tree';
import type { Rules } from '../../rules/types';
import { puzzleGames } from '../puzzles/decks';
import { Result } from './players';
import type { Played } from './review';

interface HeadProps {
  readonly rules: Rules;
  readonly tree: GameTree;
  readonly played: Played | undefined;
}

export function Head({ rules, tree, played }: HeadProps) {
  const isReview = played?.back !== undefined;
  const game = tree.token.split(':')[0] ?? '';
  return (
    <div class="analysis-head">
      <h1>{say(isReview ? 'analysis.review' : 'analysis.title')}</h1>
      {!isReview && (
        <label class="analysis-game">
          <span class="only-spoken">{say('analysis.game')}</span>
          <select value={game} onChange={(event) => go(`/analysis/${event.currentTarget.value}`)}>
            {rules.catalog().map((entry) => (
              <option key={entry.id} value={entry.id}>
                {sayIfKnown(`game.${entry.id}`, entry.name)}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isReview && tree.layout.shape === 'star' && (
        <a class="in-one-line" href={`/new/${encodeURIComponent(tree.token)}`}>
          {say('analysis.rules')}
        </a>
      )}
      {played !== undefined && <Result played={played} tree={tree} />}
      {puzzleGames.includes(game) && (
        <a class="in-one-line" href={`/puzzles/${game}`}>
          {say('nav.puzzles')}
        </a>
      )}
    </div>
  );
}
