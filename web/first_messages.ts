// Knows how the English of the first page and of tables is taken out of the files of messages; does not know what it says.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What neither the first page nor a table says in English: it comes with the pages that say it. */
const saidLater = /^(games|account|challenge|player)\.|^settings\.(?!sound$)|^shell\.cancel$|^why\.|^reason\.(?!no_piece|others_piece|others_set|must|end)|^lobby\.(?!moves|take|watch\.go|untimed|turn$)|^start\.(?!title|seat$|level$)|^table\.(missed|claim|chat|gone|terms|learn|invite|invited|open|fill|leave)(\.|$)|^(game|option)\..*\.about$|^level\..*\.(draughts|star)$|^refusal\.(wrong_credentials|second_factor_needed|second_factor_wrong|second_factor_used|second_factor_locked|link_wrong|link_used|link_expired|name_taken|name_unfit|password_unfit|no_such_seek|own_seek|rating_out_of_range|too_many_seeks|not_ratable|muted|text_unfit|match_full|seat_taken|already_seated|not_seated|bad_invitation|no_such_seat|stale|not_started|out_of_play|already_done|too_early|too_late|too_many_spectators|time_is_up)$/;

/** `table.json?first` is that file without what is said later, `table.json?later` is the rest of it. */
export function firstMessages(): Plugin {
  const made = /^\0(.*\.json)\.(first|later)\.js$/;
  return {
    name: 'first-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, file, part] = /^(.*\.json)\?(first|later)$/.exec(source) ?? [];
      return file === undefined || importer === undefined ? undefined : `\0${resolve(dirname(importer), file)}.${part}.js`;
    },
    load(id) {
      const [, file, part] = made.exec(id) ?? [];
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      const messages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
      return `export default ${JSON.stringify(Object.fromEntries(messages.filter(([key]) => saidLater.test(key) === (part === 'later'))))}`;
    },
  };
}
