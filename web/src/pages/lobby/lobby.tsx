// Knows the lobby's page: a game at once with whoever wants the same, open offers, and games to watch.
import { useSignal, type Signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ensurePlayer, me, problemText, refreshMe } from '../../app/api';
import { preferences } from '../../app/preferences/preferences';
import { useLater } from '../../app/later';
import { Problem } from '../../app/problem';
import { go, query } from '../../app/router/router';
import { againstComputer, openTable } from '../../app/starting';
import { freshRequest, theLine } from '../../line/line';
import '../../styles/lobby.css';
import '../../messages/en_new_game';
import '../../messages/en_people';
import { say, sayIfKnown } from '../../messages/messages';
import type { ClientMessage, Clock, Seek, ServerMessage } from '../../wire';
import { AccountNotices } from '../account/notices';
import { emptyLobby, hearLobby, type LobbyState } from './lobby_state';
import { quickChoice } from './quick_choice';
import { QuickGames } from './quick_games';
import { Searching, type Search } from './searching';
import { goToTable, seatBesideAnother, takeSeat } from './tables';
import { othersTables, waitingRows } from './waiting';
import { WaitingList } from './waiting_list';
import { Watching } from './watching';

interface Looking extends Search {
  readonly request: string;
  readonly seek: string | undefined; // once the server has named it
}

/** A search that is given up: at once where the server has named it, or as soon as it does. */
function withdrawSearch({ request, seek }: Looking): void {
  const line = theLine();
  const unseek = (named: string) => line.say({ t: 'unseek', request: freshRequest(), seek: named });
  line.stand('seek', undefined);
  if (seek !== undefined) return void unseek(seek);
  if (line.state.peek() !== 'open') return; // never said, or gone with its connection
  const stop = line.listen((message) => {
    const isAnswer = (message.t === 'done' || message.t === 'refused') && message.request === request;
    if (message.t === 'done' && isAnswer && message.seek !== undefined) unseek(message.seek);
    if (isAnswer || message.t === 'welcome') stop();
  });
}

interface LobbyFollowed {
  readonly lobby: Signal<LobbyState>;
  readonly looking: Signal<Looking | undefined>;
  readonly taking: { current: string }; // the request of an offer that is being taken
  readonly isHere: { readonly current: boolean };
  readonly problem: Signal<string>;
}

/** Asks the server and follows what it answers, over breaks of the connection too. */
function useLobby(): LobbyFollowed {
  const taking = useRef('');
  const isHere = useRef(false);
  const lobby = useSignal<LobbyState>(emptyLobby);
  const looking = useSignal<Looking | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    const line = theLine();
    isHere.current = true;
    const hear = (message: ServerMessage) => {
      lobby.value = hearLobby(lobby.value, message);
      // Somebody who is known to the server alone, as where the browser has forgotten everything but the session.
      if (message.t === 'welcome' && message.you !== undefined && me.peek() === undefined) refreshMe().catch(() => undefined);
      if (message.t === 'welcome') problem.value = ''; // what could not be asked for before can be now
      if (message.t === 'paired') {
        line.stand('seek', undefined);
        line.stand('take', undefined);
        looking.value = undefined;
        go(`/match/${message.match}`);
      } else if (message.t === 'done' && message.request === looking.peek()?.request) {
        looking.value = { ...looking.value!, seek: message.seek };
      } else if (message.t === 'done' && message.request === taking.current) {
        line.stand('take', undefined);
      } else if (message.t === 'refused' && message.match === undefined) {
        line.stand('seek', undefined);
        line.stand('take', undefined);
        looking.value = undefined;
        problem.value = sayIfKnown(`refusal.${message.code}`, message.reason);
      }
    };
    const stop = line.listen(hear);
    line.stand('lobby', { t: 'lobby', on: true });
    return () => {
      isHere.current = false;
      line.stand('lobby', undefined);
      line.stand('take', undefined);
      line.say({ t: 'lobby', on: false });
      const search = looking.peek();
      if (search !== undefined) withdrawSearch(search);
      stop();
    };
  }, []);
  return { lobby, looking, taking, isHere, problem };
}

type EmptyRoomPart = typeof import('./empty_room').EmptyRoom;

const demonstration = async () => (await import('./demonstration')).Demonstration;

/** What the empty room needs is loaded where it is empty. */
function useEmptyRoom(isEmpty: boolean): EmptyRoomPart | undefined {
  const part = useSignal<{ readonly room: EmptyRoomPart } | undefined>(undefined);
  useEffect(() => {
    if (!isEmpty || part.peek() !== undefined) return;
    import('./empty_room').then(
      ({ EmptyRoom }) => (part.value = { room: EmptyRoom }),
      () => undefined,
    );
  }, [isEmpty]);
  return isEmpty ? part.value?.room : undefined;
}

export function LobbyPage() {
  const { lobby, looking, taking, isHere, problem } = useLobby();
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const isSitting = useRef(false); // a second click would open a second table
  const sit = async (game: string, clock: Clock, isRated: boolean) => {
    if (isSitting.current) return;
    isSitting.current = true;
    await goToTable(game, clock, isRated).finally(() => (isSitting.current = false));
  };
  const say_ = (message: ClientMessage) => void theLine().say(message);

  const look = async (game: string, clock: Clock, isRated: boolean) => {
    const { id } = await ensurePlayer(preferences.value.name);
    if (!isHere.current) return; // gone elsewhere meanwhile
    const table = await seatBesideAnother(othersTables(lobby.peek().matches, game, clock, isRated, id));
    if (table !== undefined) return go(`/match/${table}`);
    if (!isHere.current) return;
    const request = freshRequest();
    looking.value = { request, seek: undefined, game, clock, isRated, since: Date.now() };
    // Said again on a new connection: a seek ends with the connection that made it.
    theLine().stand('seek', { t: 'seek', request, terms: { game, clock, rated: isRated, quick: true } });
  };
  const stopLooking = () => {
    if (looking.value !== undefined) withdrawSearch(looking.value);
    looking.value = undefined;
  };
  const take = async (seek: Seek) => {
    await ensurePlayer(preferences.value.name);
    if (!isHere.current) return;
    // Said again where the line was opened anew, as it is for somebody who has only now become a player.
    taking.current = freshRequest();
    theLine().stand('take', { t: 'take_seek', request: taking.current, seek: seek.id });
  };
  const withdraw = (seek: Seek) => {
    if (seek.id === looking.value?.seek) stopLooking();
    else say_({ t: 'unseek', request: freshRequest(), seek: seek.id });
  };

  const { seeks, matches, online, isKnown } = lobby.value;
  const you = theLine().you.value?.id;
  const wanted = query.value.get('game');
  const rows = waitingRows(seeks, matches);
  const running = matches.filter((match) => match.phase === 'running');
  const isAlone = isKnown && running.length === 0 && rows.every((row) => row.kind === 'seek' && row.seek.host.id === you);
  const Room: FunctionComponent<Parameters<EmptyRoomPart>[0]> | undefined = useEmptyRoom(isAlone);
  const Played = useLater(isKnown && !isAlone && running.length === 0, demonstration);
  const game = looking.value?.game ?? wanted ?? quickChoice.value.game;
  return (
    <>
      <div class="lobby-head">
        <h1>{say('lobby.title')}</h1>
        {/* Whoever reads this is one of them. */}
        {online > 0 && <p class="quiet">{online === 1 ? say('lobby.online.you') : say('lobby.online', { count: online })}</p>}
      </div>
      <AccountNotices />
      <Problem text={problem.value} />
      <div class="lobby">
        <section class="card" aria-labelledby="quick-title">
          <h2 id="quick-title">{say('lobby.quick')}</h2>
          {looking.value === undefined ? (
            <QuickGames
              wanted={wanted}
              seeks={seeks}
              matches={matches}
              you={you}
              look={(one, clock, isRated) => attempt(look(one, clock, isRated))}
              sit={(one, clock, isRated) => attempt(sit(one, clock, isRated))}
            />
          ) : (
            <Searching search={looking.value} stop={stopLooking} computer={() => attempt(againstComputer(game))} />
          )}
        </section>
        <div class="lobby-lists">
          <section class="card" aria-labelledby="waiting-title">
            <h2 id="waiting-title">{say('lobby.waiting')}</h2>
            {isKnown && rows.length === 0 && <p class="quiet">{say('lobby.seeks.none')}</p>}
            <WaitingList rows={rows} you={you} take={(seek) => attempt(take(seek))} withdraw={withdraw} sit={(match) => attempt(takeSeat(match).then(() => go(`/match/${match}`)))} />
            <p>
              <a class="button" href={`/new/${game}?with=anyone`}>
                {say('lobby.new')}
              </a>
            </p>
          </section>
          {Room !== undefined && (
            <Room game={game} isFirst={online <= 1} computer={() => attempt(againstComputer(game))} invite={() => attempt(openTable(game, 'link'))} />
          )}
          {isKnown && !isAlone && (
            <section class="card" aria-labelledby="watch-title">
              <h2 id="watch-title">{say('lobby.watch')}</h2>
              {running.length === 0 ? (
                <>
                  <p class="quiet">{say('lobby.watch.none')}</p>
                  {Played !== null && <Played game={game} />}
                </>
              ) : (
                <Watching matches={running} />
              )}
            </section>
          )}
        </div>
      </div>
    </>
  );
}
