// Knows the page on which one tries: any game, any position, lines beside lines, the computer's opinion if wanted.
// The server is asked only for recorded games; a game that was played there is brought here as text.
import { useSignal, type Signal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { askText, problemText, Refused, Unreachable } from '../../app/api';
import { useLater } from '../../app/later';
import { preferences } from '../../app/preferences/preferences';
import { Problem } from '../../app/problem';
import { query, type PageProps } from '../../app/router/router';
import { theRules } from '../../app/rules';
import { BoardPanel, dressOf, turnFor, type Arrow, type Board, type BoardView } from '../../board';
import type { Findings, Outcome, Refusal, Rules } from '../../rules/types';
import '../../styles/analysis.css';
import '../../styles/judged_game.css';
import '../../styles/seats.css';
import '../../styles/explanation.css';
import '../../styles/table.css';
import '../../styles/upright.css';
import '../../styles/sideways.css';
import { explainAt } from '../../game/reasons/attempt';
import { darkColour, lightSeatOf, mustCapture, setsOf } from '../../game/dressing';
import { Explanation } from '../../game/reasons/explaining';
import type { Explained, SeatView } from '../../game/model';
import { boardMessages, sideName } from '../../game/naming';
import { onKeys, stepFor, Steps } from '../../game/move_list';
import { Discs, Places } from '../../game/players/seats';
import { endText } from '../../game/reasons/ending';
import { findGame } from '../../game/kept/kept_games';
import { movesOfLink, tokenOfLink } from '../../game/kept/kept_link';
import { refusedText } from '../../game/reasons/refused_text';
import type { TreeNode } from '../../game/game_tree';
import { lastMoves } from '../../game/played_moves';
import { addMoves } from '../../game/tree_record';
import { SignButton } from '../../table/signs';
import { language, say } from '../../messages/messages';
import '../../messages/en_people';
import '../../messages/en_analysis';
import { Missing } from '../missing';
import { Editor } from './editor';
import { isAble } from './able';
import { Engine, EngineSwitch } from './engine';
import { EvaluationBar, MarkCounts } from './evaluation';
import { useDrawn } from './drawn';
import { accuracies, marksOf, scoreOf, type Judged, type Mark } from './judging';
import { GameGraph } from './game_graph';
import { Lines } from './lines';
import { LineTools } from './line_tools';
import { useLookingThrough, type LookingThrough } from './looking_through';
import { Head } from './head';
import { Players } from './players';
import { beginAnalysis, faultText, loadedFrom, recordedGame, treeOfRecord, type Loaded } from './loading';
import { openingAt } from './openings';
import { firstToTry } from './retry/mistakes';
import { RetryPanel } from './retry/retry_panel';
import { saidOf } from './retry/said';
import { useRetry } from './retry/use_retry';
import { keptRecord, playedHere, playedOnServer, type Played } from './review';
import { Texts } from './texts';

interface Ready extends Loaded {
  readonly rules: Rules;
}

/** What the address asks for: a position, moves, a game of this device or of the server; else the start. */
async function begin(token: string, asked: URLSearchParams): Promise<Ready> {
  const rules = await theRules();
  const match = asked.get('match');
  const kept = asked.get('kept');
  if (match !== null) {
    const asking = playedOnServer(match).catch(() => undefined); // the moves can be looked at all the same
    const [first] = await rules.readRecords(await askText(`/api/matches/${encodeURIComponent(match)}/export?form=pdn`));
    if (first === undefined) throw new Error(say('reason.unreadable'));
    if (!first.ok) throw new Error(refusedText(rules, first));
    const tree = await treeOfRecord(rules, first.value.record);
    return { rules, tree, played: await asking };
  }
  const [collection, number] = [asked.get('collection'), asked.get('number')];
  if (collection !== null && number !== null) {
    const text = await recordedGame(collection, number);
    const loaded = await loadedFrom(rules, text, await rules.readRecords(text, token), 0);
    if (!loaded.ok) throw new Error(refusedText(rules, loaded));
    return { rules, ...loaded.value };
  }
  const game = kept === null ? undefined : await findGame(kept);
  if (game !== undefined) {
    await rules.prepare(game.token);
    const tree = await treeOfRecord(rules, keptRecord(rules, game));
    return { rules, tree, played: playedHere(game) };
  }
  await rules.prepare(token);
  const tree = beginAnalysis(rules, token, asked.get('position'));
  if (!tree.ok) throw new Error(refusedText(rules, tree));
  const [fault] = addMoves(tree.value, movesOfLink(asked));
  const problem = fault === undefined ? undefined : say('analysis.link.faults', { reason: faultText(rules, fault) });
  return { rules, tree: tree.value, problem };
}

const isOfServer = (reason: unknown): boolean => reason instanceof Refused || reason instanceof Unreachable;

export function AnalysisPage({ parameters }: PageProps) {
  const ready = useSignal<Ready | undefined>(undefined);
  const problem = useSignal('');
  const token = parameters['game'] ?? 'american';
  const isTextsOpen = useSignal(false);
  const boards = useRef(0); // each tree has its own, also where two begin alike
  useEffect(() => {
    let isGone = false;
    begin(tokenOfLink(token, query.peek()), query.peek()).then(
      (made) => {
        if (isGone) made.tree.free();
        else ready.value = made;
      },
      (reason: unknown) => (problem.value = isOfServer(reason) ? problemText(reason) : reason instanceof Error ? reason.message : String(reason)),
    );
    return () => {
      isGone = true;
      ready.peek()?.tree.free();
    };
  }, []);
  if (problem.value !== '') return <Missing title={say('shell.failed.title')} reason={problem.value} />;
  if (ready.value === undefined) return <p class="quiet">{say('shell.loading')}</p>;
  const { rules, tree } = ready.value;
  return (
    <AnalysisBoard
      key={boards.current}
      {...ready.value}
      isTextsOpen={isTextsOpen}
      replace={(next) => {
        tree.free();
        boards.current += 1;
        ready.value = { rules, ...next };
        scrollTo(0, 0); // to the board: the text it was read from may stand far below
      }}
    />
  );
}

/** The game is looked through first; then it leads from mistake to mistake. */
function Onward({ looking, go }: { readonly looking: LookingThrough; readonly go: (node: TreeNode) => void }) {
  const { mistake, isOn, isWhole, start } = looking;
  if (mistake !== undefined) {
    return (
      <button type="button" class="button onward" onClick={() => go(mistake)}>
        {say('analysis.next')}
      </button>
    );
  }
  return (
    <button type="button" class="button onward" disabled={isOn || isWhole} onClick={start}>
      {say(isWhole ? 'analysis.next.none' : isOn ? 'analysis.engine.graph.on' : 'analysis.engine.graph')}
    </button>
  );
}

/** Who sat there, each at the place that the rules give. */
function seatsAt({ standings }: Outcome, played: Played | undefined): readonly SeatView[] {
  return standings.map(({ place }, seat) => ({ ...(played?.seats[seat] ?? { seat, name: '', player: undefined, isMine: false, isThere: true, isOut: false }), place }));
}

const noMarks: ReadonlyMap<TreeNode, Mark> = new Map();

interface AnalysisBoardProps extends Ready {
  readonly isTextsOpen: Signal<boolean>; // it stays open while games come and go
  readonly replace: (next: Loaded) => void;
}

function AnalysisBoard({ rules, tree, played, source, problem, isTextsOpen, replace }: AnalysisBoardProps) {
  const at = useSignal<TreeNode>(tree.at);
  const changes = useSignal(0);
  const isEditing = useSignal(false);
  const flips = useSignal(0);
  const found = useSignal<Findings | undefined>(undefined);
  const judged = useSignal<readonly Judged[]>([]);
  const refused = useSignal<Explained | null>(null);
  const board = useSignal<Board | null>(null);
  // What asks the server comes after all that needs nobody.
  const Explorer = useLater(played?.back === undefined, async () => (await import('./explorer')).Explorer);
  const chosen = preferences.value;
  const messages = useMemo(() => boardMessages(tree), [tree, language.value, chosen.pieces]);
  const { layout } = tree;
  const seats = tree.game.seats;
  const lightSeat = lightSeatOf(tree.game.seatName(0));

  const moveTo = useCallback(
    (node: TreeNode) => {
      tree.go(node);
      refused.value = null;
      at.value = node;
    },
    [tree],
  );
  const refuse = useCallback(
    ({ rule, reason }: Refusal) => (refused.value = { code: 'illegal_move', rule, reason }),
    [],
  );
  const play = useCallback(
    (moves: readonly string[], way: readonly number[] = []) => {
      for (const move of moves) {
        const played = tree.play(move, way);
        if (!played.ok) {
          refuse(played);
          return;
        }
        at.value = played.value;
      }
      refused.value = null;
      changes.value += 1;
    },
    [tree],
  );
  const retry = useRetry({
    rules,
    tree,
    judged,
    moved: (node) => {
      refused.value = null;
      at.value = node;
      changes.value += 1;
    },
  });
  const retrying = retry.now;
  const startRetry = (seat: number, isByKey = false) => {
    flips.value = 0; // the side that tries sits below
    const started = retry.start(seat);
    if (!isByKey || started === null) return;
    board.peek()?.focus();
    board.peek()?.say(saidOf(started));
  };
  const instead = useCallback(
    (of: TreeNode, move: string) => {
      moveTo(of.parent ?? tree.root);
      play([move]);
    },
    [moveTo, play],
  );
  /** Along the line: to the start, a move back, a move on, to its end. */
  const show = useCallback(
    (to: number) => {
      const { ply, parent, children } = at.peek();
      if (to < ply) moveTo(to === 0 ? tree.root : (parent ?? tree.root));
      else {
        let next = children[0];
        while (to === Infinity && next?.children[0] !== undefined) next = next.children[0];
        if (next !== undefined) moveTo(next);
      }
    },
    [moveTo],
  );
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const to = stepFor(event, at.peek().ply, Infinity);
      if (to === undefined || isEditing.peek()) return;
      event.preventDefault();
      event.stopPropagation();
      show(to);
    };
    return onKeys(step);
  }, [show]);

  const node = at.value;
  const opening = openingAt(tree.token, tree.start, node);
  const below = retrying?.seat ?? played?.own ?? (layout.shape === 'star' ? 0 : lightSeat);
  const sides = Array.from({ length: seats }, (_, seat) => sideName(tree, seat));
  const looking = useLookingThrough({ rules, tree, judged, at, go: moveTo, own: played?.own ?? 0, opens: played?.back !== undefined });
  const isEngineOn = chosen.engine === 'on' || (chosen.engine === 'able' && isAble(navigator));
  const isTurned = flips.value % layout.turnSteps >= layout.turnSteps / 2;
  // Whoever looks for a better move is not told what the computer thinks.
  const findings = retrying === null ? found.value : undefined;
  const known = findings === undefined ? judged.value.find((each) => each.node === node)?.score : scoreOf(findings.lines[0], node.turn ?? 0);
  const mayMove = node.turn !== null && (retrying === null || retrying.isAsked(node));
  const legal = mayMove ? tree.legalMoves() : [];
  const best = findings?.lines[0]?.moves[0];
  const bestPath = legal.find((move) => move.text === best)?.path;
  const drawn = useDrawn(board, node);
  const mistake = retrying?.isAsked(node) === true ? retrying.mistake?.played.path : undefined;
  const arrows: readonly Arrow[] = [
    ...(bestPath === undefined ? [] : [{ path: bestPath, kind: 'best' } as const]),
    ...(mistake === undefined ? [] : [{ path: mistake, kind: 'mistake' } as const]),
    ...drawn,
  ];
  const view: BoardView = {
    layout,
    pieces: node.pieces,
    moves: legal,
    number: node.ply,
    turn: node.turn,
    hands: Array.from({ length: seats }, (_, seat) => seat),
    turned: (turnFor(layout, setsOf(tree.root, below)[0] ?? 1) + flips.value) % layout.turnSteps,
    lastMoves: lastMoves(tree, node.ply, seats),
    marked: mustCapture(legal),
    arrows,
    lightSeat,
    darkIs: darkColour(tree.game.seatName(1 - lightSeat)),
    look: chosen.board,
    pieceLook: chosen.pieces,
    pace: chosen.pace,
    coordinates: chosen.coordinates,
  };
  if (isEditing.value) {
    return (
      <Editor
        rules={rules}
        token={tree.token}
        view={view}
        messages={messages}
        seats={seats}
        sets={Array.from({ length: seats }, (_, seat) => setsOf(tree.root, seat))}
        whiteSeat={lightSeat}
        cancel={() => (isEditing.value = false)}
        use={(position) => {
          const next = beginAnalysis(rules, tree.token, position);
          if (!next.ok) return refusedText(rules, next);
          isEditing.value = false;
          replace({ tree: next.value });
          return '';
        }}
      />
    );
  }
  return (
    <>
      <Head rules={rules} tree={tree} played={played} />
      <Problem text={problem ?? ''} />
      <div class={`table is-analysis has-row${played !== undefined && seats === 2 ? ' has-players' : ''}${layout.shape === 'star' ? ' is-star' : ''} ${dressOf(view.look, view.pieceLook, view.darkIs)}`}>
        {played !== undefined && seats === 2 && <Players played={played} tree={tree} lightSeat={lightSeat} below={isTurned ? 1 - below : below} accuracies={looking.isWhole ? accuracies(judged.value, layout.shape) : []} />}
        <div class={seats === 2 ? 'table-board has-evaluation' : 'table-board'}>
          {seats === 2 && (
            <EvaluationBar shape={layout.shape} score={known} isFirstBelow={(below === 0) !== isTurned} isFirstLight={lightSeat === 0} sides={sides} sets={[0, 1].map((seat) => setsOf(tree.root, seat)[0] ?? 0)} />
          )}
          <BoardPanel
            view={view}
            messages={messages}
            events={{
              moved: (move, way) => {
                if (retrying === null) play([move.text], way);
                else retrying.play(move.text, way);
              },
              refused: (from, to, by) => (refused.value = explainAt(tree, from, to, by)),
              picked: (point) => {
                if (point !== null) refused.value = null;
              },
            }}
            waysOf={(move) => tree.ways(move)}
            boardRef={(made) => (board.value = made)}
          />
        </div>
        <div
          class="table-side stack"
          onPointerDown={(event) => {
            // It lies over what is here, until something here is wanted.
            if (!(event.target as Element).closest('.explanation')) refused.value = null;
          }}
        >
          {played !== undefined && seats > 2 && <Places tree={tree} state={{ seats: played.seats }} lightSeat={lightSeat} />}
          <p class="analysis-turn">
            {node.turn !== null && (
              <>
                <Discs tree={tree} seat={node.turn} lightSeat={lightSeat} /> {say('table.turn', { name: sides[node.turn] ?? '' })}
              </>
            )}
            {node.ending !== null && endText(tree, { ended: { ending: 'rules', outcome: node.ending }, seats: seatsAt(node.ending, played) })}
          </p>
          <div class="analysis-row">
            <Steps isFirst={node.parent === null} isLast={node.children.length === 0} shown={node.ply} ply={Infinity} show={show} />
            <div class="actions">
              <div class="row">
                {retrying === null && tree.mainLine().length > 1 && <Onward looking={looking} go={moveTo} />}
                <SignButton sign="flip" label={say('table.flip')} press={() => (flips.value += 1)} />
                {retrying === null && <EngineSwitch isOn={isEngineOn} />}
              </div>
            </div>
          </div>
          {retrying !== null && (
            <RetryPanel retry={retry} retrying={retrying} at={node} game={tree.token.split(':')[0] ?? ''} sides={sides} start={startRetry} focusBoard={() => board.value?.focus()} />
          )}
          {retrying === null && <GameGraph tree={tree} looking={looking} judged={judged} at={at} go={moveTo} instead={instead} sides={sides} />}
          {retrying === null && isEngineOn && <Engine tree={tree} at={at} found={found} play={play} sides={sides} />}
          <div class="lines-place">
            {opening !== undefined && (
              <p class="opening small">
                {say('analysis.opening')}: <b lang="en">{opening}</b>
              </p>
            )}
            <Lines tree={tree} at={node} go={moveTo} hasRemarks={played?.back === undefined} lightSeat={lightSeat} marks={seats === 2 ? marksOf(judged.value, layout.shape) : noMarks} key={`lines ${changes.value}`} />
            <Explanation explained={refused} token={tree.token} rules={rules} />
          </div>
          {retrying === null && judged.value.length > 1 && seats === 2 && !looking.isOn && (
            <div class="card stack counted">
              <MarkCounts points={judged.value} sides={sides} shape={layout.shape} />
              {retry.mistakes.some((each) => each.length > 0) && (
                <button type="button" class="button retry-start" onClick={(event) => startRetry(firstToTry(retry.mistakes, played?.own ?? below), event.detail === 0)}>
                  {say('analysis.retry.start')}
                </button>
              )}
            </div>
          )}
          {retrying === null && Explorer !== null && (
            <Explorer tree={tree} at={at} play={play} sides={sides} collection={query.value.get('collection')} search={query.value.get('search') ?? ''} />
          )}
          {retrying === null && (
            <LineTools
              tree={tree}
              node={node}
              edit={() => (isEditing.value = true)}
              promote={() => {
                tree.promote(node);
                changes.value += 1;
              }}
              remove={() => {
                tree.remove(node);
                at.value = tree.at;
                changes.value += 1;
              }}
            />
          )}
          {retrying === null && <Texts rules={rules} tree={tree} node={node} board={board} source={source} isOpen={isTextsOpen} replace={replace} />}
        </div>
      </div>
    </>
  );
}
