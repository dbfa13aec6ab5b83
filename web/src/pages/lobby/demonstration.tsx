// Knows the game that the computer plays against itself on this device where nobody else plays: one move after the other,
// until somebody stops it or leaves.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { theRules } from '../../app/rules';
import { BoardPanel, type BoardView } from '../../board';
import { darkColour, lightSeatOf } from '../../game/dressing';
import { GameTree, positionOf } from '../../game/game_tree';
import { boardMessages } from '../../game/naming';
import { lastMoves } from '../../game/played_moves';
import { startThinker } from '../../game/thinker';
import { language, say } from '../../messages/messages';
import { gameName } from './naming';

const moveMs = 1600;
const newGameMs = 6000;
const level = 'steady';
const longest = 300; // moves: a star that goes round in circles begins anew

/** Plays while it is looked at: `show` after each move, `stuck` where there is no further one. What it gives back ends it. */
function playItself(tree: GameTree, isPaused: () => boolean, show: () => void, stuck: () => void): () => void {
  const thinker = startThinker();
  let seed = Date.now() % 1_000_000;
  let isGone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (ms: number) => (timer = setTimeout(step, ms));
  const step = () => {
    if (isPaused() || document.hidden) return void later(moveMs);
    if (tree.ply >= longest || tree.game.outcome().isOver) {
      tree.takeBack(0);
      show();
      return void later(moveMs);
    }
    seed += 1;
    thinker.choose(positionOf(tree), level, seed).then(
      (move) => {
        if (isGone) return;
        if (!tree.play(move).ok) return stuck();
        show();
        later(tree.game.outcome().isOver ? newGameMs : moveMs);
      },
      () => {
        if (!isGone) stuck();
      },
    );
  };
  later(moveMs);
  return () => {
    isGone = true;
    clearTimeout(timer);
    thinker.stop();
  };
}

export function Demonstration({ game }: { readonly game: string }) {
  const tree = useSignal<GameTree | null>(null);
  const ply = useSignal(0);
  const isPaused = useSignal(false);
  const isStuck = useSignal(false); // it stands still from then on: nothing depends on it
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    theRules().then(
      async (rules) => {
        await rules.prepare(game);
        const begun = GameTree.begin(rules, game);
        if (!begun.ok) return;
        if (isGone) return begun.value.free();
        tree.value = begun.value;
        ply.value = 0;
        isStuck.value = false;
        const show = () => (ply.value = begun.value.ply);
        stop = playItself(begun.value, () => isPaused.peek(), show, () => (isStuck.value = true));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
      tree.peek()?.free();
      tree.value = null;
    };
  }, [game]);
  return (
    <figure class="demonstration">
      <div class="demonstration-board" aria-hidden="true" inert>
        {tree.value !== null && <PlayedBoard tree={tree.value} ply={ply.value} />}
      </div>
      <figcaption>
        <span class="quiet small">{say('lobby.demonstration', { game: gameName(game) })}</span>
        {/* Where nothing moves there is nothing to stop. */}
        {tree.value !== null && !isStuck.value && (
          <button type="button" class="button button-plain" aria-pressed={isPaused.value} onClick={() => (isPaused.value = !isPaused.value)}>
            {say(isPaused.value ? 'lobby.demonstration.go' : 'lobby.demonstration.pause')}
          </button>
        )}
      </figcaption>
    </figure>
  );
}

function PlayedBoard({ tree, ply }: { readonly tree: GameTree; readonly ply: number }) {
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, preferences.value.pieces]);
  const { board, pieces, pace } = preferences.value;
  const lightSeat = lightSeatOf(tree.game.seatName(0));
  const view: BoardView = {
    layout: tree.layout,
    pieces: tree.nodeAt(ply).pieces,
    moves: [],
    number: ply,
    turn: null,
    hands: [],
    turned: 0,
    lastMoves: ply === 0 ? [] : lastMoves(tree, ply, Math.min(tree.game.seats, ply)),
    lightSeat,
    darkIs: darkColour(tree.game.seatName(1 - lightSeat)),
    look: board,
    pieceLook: pieces,
    pace,
    coordinates: false,
  };
  return <BoardPanel view={view} events={{}} messages={messages} />;
}
