// Knows the rules as a library over their modules: the first one, and another that is loaded when a game needs it.
// Refuses to know the page; it runs in a worker and in tests as well.
import { linesOfDraft } from './draft';
import { ModuleGame, type OpenedGame } from './game';
import { bytesOf, RulesModule, type ModuleSource, type PageAnswers } from './module';
import type { RulesSources } from './rules';
import type {
  CatalogEntry,
  Checked,
  Game,
  GameRecord,
  Level,
  RecordDraft,
  RecordMove,
  RecordResult,
  Rules,
} from './types';

const usualMost = 1000;

// The module writes records as the command line does.
interface WrittenMove extends Omit<RecordMove, 'commentsBefore' | 'variations'> {
  readonly comments_before?: readonly string[];
  readonly variations?: readonly (readonly WrittenMove[])[];
}
interface WrittenRecord extends Omit<GameRecord, 'token' | 'gameType' | 'moves'> {
  readonly game: string;
  readonly game_type: string;
  readonly moves: readonly WrittenMove[];
}
type WrittenResult = Checked<{ record: WrittenRecord; notes: readonly string[] }>;

function lineOf(moves: readonly WrittenMove[]): RecordMove[] {
  return moves.map(({ comments_before, variations, ...node }) => ({
    ...node,
    ...(comments_before === undefined ? {} : { commentsBefore: comments_before }),
    ...(variations === undefined ? {} : { variations: variations.map(lineOf) }),
  }));
}

function recordOf({ game, game_type, moves, ...rest }: WrittenRecord): GameRecord {
  return { ...rest, token: game, gameType: game_type, moves: lineOf(moves) };
}

/** The rules of a module, and the module. */
export class LoadedRules implements Rules {
  private whole: RulesModule | undefined;
  private loading: Promise<RulesModule> | undefined;
  private entries: readonly CatalogEntry[] | undefined;
  private readonly networksThere = new Set<string>();
  private computerLevels: readonly Level[] | undefined;

  constructor(
    readonly featured: RulesModule,
    private readonly wholeSource: ModuleSource | undefined,
    private readonly networks: NonNullable<RulesSources['networks']>,
  ) {}

  catalog(): readonly CatalogEntry[] {
    this.entries ??= (this.featured.ask('catalog') as { value: readonly CatalogEntry[] }).value;
    return this.entries;
  }

  levels(): readonly Level[] {
    this.computerLevels ??= (this.featured.ask('levels') as { value: readonly Level[] }).value;
    return this.computerLevels;
  }

  covers(token: string): boolean {
    if (this.whole !== undefined || this.wholeSource === undefined) return true;
    this.featured.say(token);
    return this.featured.number('covers') === 1;
  }

  async prepare(token: string): Promise<void> {
    if (!this.covers(token)) await this.loadWhole();
    const id = token.split(':')[0] ?? '';
    const wanted = Object.keys(this.networks).filter((name) => name === id || (id === 'sternhalma' && name.startsWith('star-')));
    await Promise.all(wanted.map((name) => this.loadNetwork(name)));
  }

  start(token: string, position?: string | null): Checked<Game> {
    return this.replay(token, [], position);
  }

  replay(token: string, moves: readonly string[], position?: string | null): Checked<ModuleGame> {
    const module = this.whole ?? this.featured;
    const lines = [token, position ?? '', ...moves];
    if (lines.some((line) => line.includes('\n'))) {
      return { ok: false, rule: '', reason: 'a token, a position and a move are one line each' };
    }
    module.say(lines.join('\n'));
    const opened = module.ask('open') as Checked<OpenedGame>;
    return opened.ok ? { ok: true, value: new ModuleGame(module, opened.value) } : opened;
  }

  async readRecords(text: string, fallbackToken = '', most = usualMost): Promise<readonly RecordResult[]> {
    const module = await this.loadWhole();
    module.say(`${fallbackToken}\n${text}`);
    return (module.ask('read_records', most) as WrittenResult[]).map((result) =>
      result.ok
        ? { ok: true, value: { record: recordOf(result.value.record), notes: result.value.notes } }
        : result,
    );
  }

  async writeRecord(draft: RecordDraft): Promise<Checked<string>> {
    const module = await this.loadWhole();
    module.say(linesOfDraft(draft));
    return module.ask('write_record') as Checked<string>;
  }

  // The engine plays without as well, only less well; the next game tries again.
  private async loadNetwork(id: string): Promise<void> {
    const source = this.networks[id];
    if (source === undefined || this.networksThere.has(id)) return;
    try {
      this.featured.give(await bytesOf(source));
    } catch {
      return;
    }
    const taken = this.featured.ask('take_network') as Checked<string>;
    // One that is refused would be refused again.
    this.networksThere.add(id);
    if (!taken.ok) console.warn(`The computer plays ${id} without its network: ${taken.reason}`);
  }

  // A load that failed is tried again the next time.
  private async loadWhole(): Promise<RulesModule> {
    if (this.whole !== undefined) return this.whole;
    if (this.wholeSource === undefined) return this.featured;
    this.loading ??= RulesModule.load(this.wholeSource).finally(() => {
      this.loading = undefined;
    });
    this.whole = await this.loading;
    return this.whole;
  }
}

/** `answers` is for a module that asks its page for more than the time. */
export async function loadedRulesFrom(sources: RulesSources, answers?: PageAnswers): Promise<LoadedRules> {
  return new LoadedRules(await RulesModule.load(sources.featured, answers), sources.whole, sources.networks ?? {});
}
