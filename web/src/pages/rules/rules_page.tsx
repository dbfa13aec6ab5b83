// Knows a game's page of rules: every rule with its sign, in sections, with live boards beside them. The address can
// name a rule: it is brought into view and marked.
import { useEffect } from 'preact/hooks';
import { Problem } from '../../app/problem';
import { address, type PageProps } from '../../app/router/router';
import { diagramOf } from '../../rulebook/diagrams';
import { rulesPageOf } from '../../rulebook/pages';
import type { Facts, PageRule, PageSection, RulesPage } from '../../rulebook/shape';
import { textOf, useTexts, type Texts } from '../../rulebook/texts';
import '../../styles/rules.css';
import { say, type MessageKey } from '../../messages/messages';
import '../../messages/en_rulebook';
import { Missing } from '../missing';
import { puzzleGames } from '../puzzles/decks';
import { Linked } from './linked';
import { LiveDiagram } from './live_diagram';
import { ShortRules } from './short_rules';

export function GameRulesPage({ parameters }: PageProps) {
  const page = rulesPageOf(parameters['game'] ?? '');
  const { texts, failure } = useTexts();
  const wanted = wantedRule();
  useEffect(() => {
    if (texts !== undefined && wanted !== '') show(wanted);
  }, [texts !== undefined, wanted]);
  if (page === undefined) return <Missing />;
  if (texts === undefined) {
    return failure === '' ? <p class="quiet">{say('shell.loading')}</p> : <Problem text={say('shell.failed', { reason: failure })} />;
  }
  return <Rules page={page} texts={texts} wanted={wanted} />;
}

/** The rule that the address names: `#AM-7`. */
function wantedRule(): string {
  const { fragment } = address.value;
  return /^#[A-Z]{2}-\d+b?$/.test(fragment) ? fragment.slice(1) : '';
}

function show(id: string): void {
  const rule = document.getElementById(id);
  rule?.scrollIntoView({ block: 'start' });
  rule?.focus({ preventScroll: true });
}

interface RulesProps {
  readonly page: RulesPage;
  readonly texts: Texts;
  readonly wanted: string;
}

function Rules({ page, texts, wanted }: RulesProps) {
  const { game, facts, sections, short } = page;
  const hasDecided = sections.some((section) => section.rules.some((rule) => rule.isDecided));
  return (
    <div class="rulebook">
      <header class="rulebook-head">
        <p class="small">
          <a href="/rules">{say('rulebook.all')}</a>
        </p>
        <h1>{say(`game.${game}` as MessageKey)}</h1>
        <p class="lead">{texts[`lead.${game}`]}</p>
        {facts !== null && <FactList facts={facts} />}
        <p class="row">
          <a class="button button-main" href={`/here/${game}?against=computer`}>
            {say('home.computer')}
          </a>
          <a class="button" href={`/here/${game}`}>
            {say('rulebook.play.here')}
          </a>
          {puzzleGames.includes(game) && (
            <a class="button" href={`/puzzles/${game}`}>
              {say('nav.puzzles')}
            </a>
          )}
          <a class="button button-plain" href={`/new/${game}`}>
            {say('rulebook.play.options')}
          </a>
        </p>
      </header>
      <nav class="rulebook-contents" aria-label={say('rulebook.contents')}>
        <ol>
          {sections.map(({ title }) => (
            <li key={title}>
              <a href={`#${title.replace('.', '-')}`}>{texts[title]}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div class="rulebook-body">
        {short !== undefined && <ShortRules rules={short} texts={texts} />}
        {sections.map((section) => (
          <Section key={section.title} section={section} texts={texts} wanted={wanted} />
        ))}
        {hasDecided && <p class="quiet small rulebook-foot">{say('rulebook.decided.about', { mark: say('rulebook.decided') })}</p>}
      </div>
    </div>
  );
}

function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl class="facts">
      <div>
        <dt>{say('rulebook.board')}</dt>
        <dd>{say('rulebook.squares', { size: facts.size, count: facts.squares })}</dd>
      </div>
      <div>
        <dt>{say('rulebook.men')}</dt>
        <dd>{facts.men}</dd>
      </div>
      <div>
        <dt>{say('rulebook.begins')}</dt>
        <dd>{say(`seat.${facts.begins}`)}</dd>
      </div>
    </dl>
  );
}

function Section({ section, texts, wanted }: { readonly section: PageSection; readonly texts: Texts; readonly wanted: string }) {
  const id = section.title.replace('.', '-');
  return (
    <section class="rulebook-section" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {texts[section.title]}
      </h2>
      {section.rules.map((rule) => (
        <Rule key={rule.id} rule={rule} texts={texts} isWanted={rule.id === wanted} />
      ))}
    </section>
  );
}

function Rule({ rule, texts, isWanted }: { readonly rule: PageRule; readonly texts: Texts; readonly isWanted: boolean }) {
  const sentences = rule.sentences.map((sentence) =>
    typeof sentence === 'string' ? textOf(texts, sentence) : textOf(texts, sentence[0], sentence[1]),
  );
  return (
    <div class={`rule ${isWanted ? 'is-wanted' : ''}`} id={rule.id} tabIndex={-1}>
      <a class="rule-sign" href={`#${rule.id}`} aria-label={say('rulebook.link', { rule: rule.id })}>
        {rule.id}
      </a>
      <div class="rule-said">
        <p>
          <Linked text={sentences.join(' ')} />
          {rule.isDecided && (
            <>
              {' '}
              <span class="rule-decided">{say('rulebook.decided')}</span>
            </>
          )}
        </p>
        {rule.diagrams.map((id) => (
          <LiveDiagram key={id} diagram={diagramOf(id)} texts={texts} />
        ))}
      </div>
    </div>
  );
}
