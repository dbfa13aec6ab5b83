// Knows how a player is told of challenges: those to them, which they accept or decline, and their own, which they may take
// back. Does not know how a challenge is put together.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, me, problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import { address, go } from '../../app/router/router';
import { theLine } from '../../line/line';
import '../../styles/challenges.css';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { BotChallenge, BotChallenges, BotOk, ServerMessage } from '../../wire';
import { RatingNumber } from '../../game/players/rating_number';
import { gameName } from '../lobby/naming';
import { challengeClock } from './challenge_clock';

/** What became of a challenge of one's own. */
interface News {
  readonly id: string;
  readonly step: 'accepted' | 'declined';
  readonly name: string;
}

/** Whoever plays or looks elsewhere is not taken away from it. */
function isBusyElsewhere(): boolean {
  return document.visibilityState !== 'visible' || /^\/(match|here)\//.test(address.peek().path);
}

function goToMatch(id: string): void {
  if (address.peek().path !== `/match/${id}`) go(`/match/${id}`);
}

function Terms({ challenge }: { readonly challenge: BotChallenge }) {
  return (
    <span class="quiet small">
      {gameName(challenge.variant.game)} · {challengeClock(challenge.timeControl)} · {say(challenge.rated ? 'lobby.rated' : 'challenge.casual')}
    </span>
  );
}

export function Challenges() {
  const open = useSignal<BotChallenges>({ in: [], out: [] });
  const news = useSignal<readonly News[]>([]);
  const problem = useSignal('');
  // What cannot be read now is read when the line is back.
  const read = () => void ask<BotChallenges>('GET', '/api/challenge').then((found) => (open.value = found), () => undefined);
  useEffect(() => {
    const hear = (message: ServerMessage) => {
      if (message.t === 'welcome') read();
      if (message.t !== 'challenge') return;
      read();
      const { challenge: id, step, by, to } = message;
      if (by.id !== me.peek()?.player.id || (step !== 'accepted' && step !== 'declined')) return;
      if (step === 'accepted' && !isBusyElsewhere()) goToMatch(id);
      else news.value = [...news.value, { id, step, name: to.name }];
    };
    const stop = theLine().listen(hear);
    read();
    return stop;
  }, []);
  const answer = (challenge: BotChallenge, how: 'accept' | 'decline' | 'cancel') => {
    problem.value = '';
    ask<BotOk>('POST', `/api/challenge/${challenge.id}/${how}`)
      .then(
        () => how === 'accept' && goToMatch(challenge.id),
        (reason: unknown) => (problem.value = problemText(reason)),
      )
      .finally(read);
  };
  const button = (challenge: BotChallenge, how: 'accept' | 'decline' | 'cancel', name: string) => (
    <button type="button" class={`button small${how === 'accept' ? ' button-main' : ''}`} onClick={() => answer(challenge, how)}>
      {name}
    </button>
  );
  const putAway = (which: News) => (news.value = news.value.filter((each) => each !== which));
  const isEmpty = open.value.in.length + open.value.out.length + news.value.length === 0 && problem.value === '';
  return (
    <section class={isEmpty ? 'only-spoken' : 'challenges'} aria-label={say('challenge.title')} aria-live="polite">
      <Problem text={problem.value} />
      {news.value.map((each) => (
        <div key={each.id} class="notice challenge">
          <p>{say(`challenge.${each.step}`, { name: each.name })}</p>
          <span class="row">
            {each.step === 'accepted' && (
              <a class="button small button-main" href={`/match/${each.id}`} onClick={() => putAway(each)}>
                {say('games.open')}
              </a>
            )}
            <button type="button" class="button small" onClick={() => putAway(each)}>
              {say('account.notice.away')}
            </button>
          </span>
        </div>
      ))}
      {open.value.in.map((challenge) => (
        <div key={challenge.id} class="notice challenge">
          <p>
            <b>{say('challenge.from', { name: challenge.challenger.name })}</b>
            {challenge.challenger.rating !== undefined && <span class="quiet"> <RatingNumber rating={challenge.challenger.rating} isProvisional={challenge.challenger.provisional} /></span>}
            <br />
            <Terms challenge={challenge} />
          </p>
          <span class="row">
            {button(challenge, 'accept', say('challenge.accept'))}
            {button(challenge, 'decline', say('challenge.decline'))}
          </span>
        </div>
      ))}
      {open.value.out.map((challenge) => (
        <div key={challenge.id} class="notice challenge">
          <p>
            {say('challenge.to', { name: challenge.destUser.name })}
            <br />
            <Terms challenge={challenge} />
          </p>
          {button(challenge, 'cancel', say('lobby.withdraw'))}
        </div>
      ))}
    </section>
  );
}
