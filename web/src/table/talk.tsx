// Knows the chat beside a board; does not know how lines travel and who may speak.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import '../messages/en_new_game';
import '../styles/talk.css';
import { say, sayNumber } from '../messages/messages';
import type { ChatView, Table } from '../game/model';
import { useUnread } from './unread';
import { PlayerLink, playerPath } from '../game/players/player_link';
import { serverText, isOfServer } from './server_lines';

interface TalkProps {
  readonly lines: readonly ChatView[];
  readonly you: string;
  readonly table: Table;
}

const mostLetters = 200;

interface LineProps {
  readonly line: ChatView;
  readonly isOwn: boolean;
  readonly table: Table;
  readonly mute: () => void;
}

/** A line of somebody else's opens what can be done against it; the site's own is nobody's. */
function Line({ line, isOwn, table, mute }: LineProps) {
  const isOpen = useSignal(false);
  const isReported = useSignal(false);
  const { name } = line.author;
  // A line does not say whether its author has an account; the seats do.
  const author = table.state.value.seats.find(({ player }) => player?.id === line.author.id)?.player ?? line.author;
  const page = playerPath(author);
  if (isOfServer(line)) return <p class="quiet">{serverText(line)}</p>;
  const text = line.isRemoved ? <span class="quiet">{say('table.chat.removed')}</span> : line.text;
  if (isOwn || line.isRemoved || table.mute === undefined) {
    return (
      <p>
        <b>{isOwn ? name : <PlayerLink player={author} />}</b> {text}
      </p>
    );
  }
  return (
    <div class="talk-line">
      <p>
        <button type="button" class="talk-name" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          {name}
        </button>{' '}
        {text}
      </p>
      {isOpen.value && (
        <div class="row">
          {page !== undefined && (
            <a class="button small" href={page}>
              {say('table.chat.profile', { name })}
            </a>
          )}
          <button type="button" class="button small" onClick={mute}>
            {say('table.chat.mute', { name })}
          </button>
          <button
            type="button"
            class="button small"
            disabled={isReported.value}
            onClick={() => {
              isReported.value = true;
              table.report?.(line);
            }}
          >
            {isReported.value ? say('table.chat.reported') : say('table.chat.report', { name })}
          </button>
        </div>
      )}
    </div>
  );
}

export function Talk({ lines, you, table }: TalkProps) {
  const text = useSignal('');
  const muted = useSignal<ReadonlyMap<string, string>>(new Map());
  const log = useRef<HTMLDivElement>(null);
  const talk = table.talk?.bind(table);
  const setMuted = (player: string, name: string | undefined) => {
    table.mute?.(player, name !== undefined);
    const others = [...muted.value].filter(([id]) => id !== player);
    muted.value = new Map(name === undefined ? others : [...others, [player, name]]);
  };
  const heard = lines.filter((line) => !muted.value.has(line.author.id));
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [lines.length]);
  const unread = useUnread(log, table.sharing().link, heard, you);
  const read = () => {
    log.current?.scrollIntoView({ block: 'center' });
    log.current?.focus({ preventScroll: true });
  };
  return (
    <section class="talk" aria-label={say('table.chat')}>
      {unread > 0 && (
        <button type="button" class="button talk-unread" aria-label={`${say('table.chat')}: ${say('table.chat.unread', { count: unread })}`} onClick={read}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M4 5h16v11h-9l-5 4v-4h-2z" />
          </svg>
          <b>{sayNumber(unread)}</b>
        </button>
      )}
      <h2>{say('table.chat')}</h2>
      <div class="talk-log" role="log" ref={log} tabIndex={0} aria-label={say('table.chat')}>
        {lines.length === 0 && <p class="quiet small">{say('table.chat.none')}</p>}
        {heard.map((line) => (
          <Line
            key={line.id}
            line={line}
            isOwn={line.author.id === you}
            table={table}
            mute={() => setMuted(line.author.id, line.author.name)}
          />
        ))}
      </div>
      {[...muted.value].map(([player, name]) => (
        <button key={player} type="button" class="button small" onClick={() => setMuted(player, undefined)}>
          {say('table.chat.unmute', { name })}
        </button>
      ))}
      {talk !== undefined && (
        <form
          class="talk-form"
          onSubmit={(event) => {
            event.preventDefault();
            const said = text.value.trim();
            if (said !== '') talk(said);
            text.value = '';
          }}
        >
          <input
            type="text"
            maxLength={mostLetters}
            aria-label={say('table.chat.write')}
            placeholder={say('table.chat.write')}
            autocomplete="off"
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {say('table.chat.send')}
          </button>
        </form>
      )}
    </section>
  );
}
