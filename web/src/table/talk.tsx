// Knows the chat beside a board; refuses to know how lines travel and who may speak.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../words/words';
import type { ChatView } from './model';

interface TalkProps {
  readonly lines: readonly ChatView[];
  readonly talk: ((text: string) => void) | undefined;
}

const mostLetters = 200;

export function Talk({ lines, talk }: TalkProps) {
  const text = useSignal('');
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [lines.length]);
  return (
    <section class="talk" aria-label={say('table.chat')}>
      <h2>{say('table.chat')}</h2>
      <div class="talk-log" role="log" ref={log} tabIndex={0} aria-label={say('table.chat')}>
        {lines.length === 0 && <p class="quiet small">{say('table.chat.none')}</p>}
        {lines.map((line) => (
          <p key={line.id}>
            <b>{line.author.name}</b> {line.text}
          </p>
        ))}
      </div>
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
