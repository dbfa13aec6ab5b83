// Knows the rules as a library over their modules: the first one, and another that is loaded when a game needs it.
// Does not know where they come from; it runs in a worker and in tests as well.
import { ModuleGame, type OpenedGame } from './game';
import type { RulesModule } from './module';
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

export interface RulesParts {
  readonly featured: RulesModule;
  /** Loads the module with every game; left out, `featured` is all there is. */
  readonly loadWhole?: (() => Promise<RulesModule>) | undefined;
  /** Gives `featured` the networks of the game of a token. */
  readonly loadNetworks?: ((token: string) => Promise<void>) | undefined;
}

/** The rules of a module, and the module. */
export class LoadedRules implements Rules {
  readonly featured: RulesModule;
  private whole: RulesModule | undefined;
  private loading: Promise<RulesModule> | undefined;
  private entries: readonly CatalogEntry[] | undefined;
  private computerLevels: readonly Level[] | undefined;

  constructor(private readonly parts: RulesParts) {
    this.featured = parts.featured;
  }

  catalog(): readonly CatalogEntry[] {
    this.entries ??= (this.featured.ask('catalog') as { value: readonly CatalogEntry[] }).value;
    return this.entries;
  }

  levels(): readonly Level[] {
    this.computerLevels ??= (this.featured.ask('levels') as { value: readonly Level[] }).value;
    return this.computerLevels;
  }

  covers(token: string): boolean {
    if (this.whole !== undefined || this.parts.loadWhole === undefined) return true;
    this.featured.say(token);
    return this.featured.number('covers') === 1;
  }

  async prepare(token: string): Promise<void> {
    if (!this.covers(token)) await this.loadWhole();
    await this.parts.loadNetworks?.(token);
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
    const [module, { linesOfDraft }] = await Promise.all([this.loadWhole(), import('./draft')]);
    module.say(linesOfDraft(draft));
    return module.ask('write_record') as Checked<string>;
  }

  // A load that failed is tried again the next time.
  private async loadWhole(): Promise<RulesModule> {
    if (this.whole !== undefined) return this.whole;
    if (this.parts.loadWhole === undefined) return this.featured;
    this.loading ??= this.parts.loadWhole().finally(() => {
      this.loading = undefined;
    });
    this.whole = await this.loading;
    return this.whole;
  }
}
