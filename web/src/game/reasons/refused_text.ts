// Knows how the program's reasons against a text - a position, a record, a game's options - are said in the player's
// language. It comes with the pages that read texts, and its English with it. Does not know when they are given.
import type { Refusal, Rules } from '../../rules/types';
import '../../messages/en_reasons';
import '../../messages/en_refusals';
import { language, say, sayIfKnown } from '../../messages/messages';
import { moveReasons, type Reason } from './reason_sentences';
import { saidAs } from './reasons';

const found = "(?<found>'.*'|the end)";

const reasons: readonly Reason[] = [
  [new RegExp(`^expected W or B for who is to move, found ${found} in the position$`), 'reason.side'],
  [new RegExp(`^expected W or B for the owner of the pieces, found ${found} in the position$`), 'reason.owner'],
  [new RegExp(`^expected (?<sign>'.'(?: or '.')?) before ${found} in the position$`), 'reason.sign'],
  [new RegExp(`^expected a square from (?<first>\\w+) to (?<last>\\w+), found ${found} in the position$`), 'reason.square'],
  [/^(?<text>'.*') in the move .* is not a square from (?<first>\w+) to (?<last>\w+);/, 'reason.no_square'],
  [/^the range (?<range>\S+) runs backwards$/, 'reason.backwards'],
  [/^(?:the position names too many pieces|more pieces than the board has holes|a path of more holes than the board has|more than six sets|more than six players)$/, 'reason.many'],
  [/^(?:the position|the game|a game|a word|a sign|a comment|a tag|a setup|the value .*) (?:is )?longer than /, 'reason.long'],
  [/^(?:the move is too long|variations nested deeper|the record's variations are nested|a game of more than|a token of more than)/, 'reason.long'],
  [/king's moves|^expected '@' and the square of the king |^a king cannot have moved|^the king that moved /, 'reason.king_count'],
  [/^two pieces (?:stand on|in) (?<square>\w+)[;:]/, 'reason.two'],
  [/^(?<side>\w+) has (?<count>\d+) pieces; a position has (?<most>\d+) of a side at most$/, 'reason.side_many'],
  [/^the board is empty;/, 'reason.empty'],
  [/^a man of (?<side>\w+) cannot stand on (?<square>\w+), where it would have been crowned;/, 'reason.crowned'],
  [/^(?:the turn: )?no set (?<found>'.*'); a set is named by/, 'reason.set'],
  [/^expected SET=HOLES instead of (?<found>'.*'), as in (?<example>\S+)$/, 'reason.set_form'],
  [/^no position (?<found>'.*'); expected .*, as in (?<example>\S+)$/s, 'reason.star_form'],
  [/^no hole (?<found>'.*'); expected .*, as in (?<example>\S+)$/, 'reason.hole'],
  [/^no hole (?<found>'.*') on the board of /, 'reason.no_hole'],
  [/^no player has (?<set>\d) as the first set; the turn is one of (?<sets>.*)$/, 'reason.set_turn'],
  [/^set (?<set>\d) has (?<count>\d+) pieces?; expected (?<most>\d+)$/, 'reason.set_pieces'],
  [/^set (?<set>\d) does not play; the sets are (?<sets>.*)$/, 'reason.set_away'],
  [/^set (?<set>\d) is (?:given|named) twice$/, 'reason.set_twice'],
  [/^set (?<set>\d) is missing; the sets are (?<sets>.*)$/, 'reason.set_missing'],
  [/ has left, and | has come home, and |^(?:left|last) is given twice$|^a last round is played out |^who has (?:left|come home) /, 'reason.stopped'],
  [/^handicap='|^a handicap (?:of \d+ )?for set /, 'reason.handicap'],
  [/^the move is ambiguous; it may mean (?<moves>.*)$/, 'reason.ambiguous'],
  [/^the move .* names one square only; /, 'refusal.unreadable_move', { example: '11-15' }],
  [/^no move .*; expected two holes or more joined by -, as in (?<example>\S+)$/, 'refusal.unreadable_move'],
  [/^the game is over\b/, 'refusal.over'],
  [/^a comment that runs on into another game;/, 'reason.unclosed', { sign: '}' }],
  [/(?:that|which|tag \S+|tag) (?:is|are) not closed(?: on its line)?; expected (?<sign>\S+)$/, 'reason.unclosed'],
  [/^a \) without its \(|^a variation is closed that was not open$/, 'reason.unopened'],
  [/^unexpected (?<found>.*); expected a move, a tag, a comment or a result$/, 'reason.unexpected'],
  [/^a \$ without its number;|^\$\d+\.\.\. is no sign;/, 'reason.nag'],
  [/^a \[ without the name of a tag;|^the tag .* without a value;/, 'reason.tag'],
  [/^no game has this type;/, 'reason.no_type'],
  [/^there is no (?:draughts )?game (?<found>'.*'|\S+?)(?:; (?:did you mean .*\? )?known games: .*)?$/, 'reason.no_game'],
  [/^(?<option>[\w-]+)=(?<found>'.*'); expected one of (?<possible>.*)$/, 'reason.option'],
  [/^(?<option>\w+)=(?<found>'.*'); expected a number from (?<first>\d+) to (?<last>\d+)$/, 'reason.option_number'],
  [/^(?<option>rounds|evacuate) must be from (?<first>\d+) to (?<last>\d+)$/, 'reason.option_number'],
  [/^(?<found>\d+) players; expected (?<possible>.*)$/, 'reason.option', { option: 'players' }],
  [/^(?<found>\d+) sets a player with .*; expected (?<possible>.*)$/, 'reason.option', { option: 'sets' }],
  [/^(?<found>\d+) pieces a set with .*; expected (?<possible>.*)$/, 'reason.option', { option: 'pieces' }],
  [/^a board of (?<found>\d+) holes; expected (?<possible>.*)$/, 'reason.option', { option: 'board' }],
  [/^teams with \d+ players; /, 'reason.option', { option: 'teams', found: 'opposite', possible: 'none' }],
  [/^unknown option (?<found>'.*'); expected one of /, 'reason.option_unknown'],
  [/ has no options, found (?<found>.*); expected \S+$/, 'reason.option_none'],
  [/^expected (?:key=value|the name of an option) instead of (?<found>'.*')/, 'reason.option_form'],
  [/^expected the id of a game instead of (?<found>'.*?');/, 'reason.no_game'],
  [/^expected \/FEN "position"\/ or \/OUT|^expected a seat from 1 to /, 'reason.setup'],
  [/^an unknown move; nothing can be played after it$/, 'reason.unknown_move'],
  [/^a variation (?:before there is a move to vary|stands behind the move)/, 'reason.early'],
  [/^too complex:/, 'reason.complex'],
  [/^too many lines; take some away first$/, 'reason.lines'],
  ...moveReasons,
];

/** A reason that names itself what is wrong with the move that it speaks of. */
const ownWords = /^'.*' in the move .* is not a square/;

/** What is right in front of a reason: where in a text it stands, and what stands there. */
const places = /^line (?<line>\d+), column (?<column>\d+): (?<rest>.*)$/s;
const movesBefore = /^move (?<line>\d+), (?<text>[^:]*): (?<rest>.*)$/s;
const ruleBefore = /^(?:(?<text>.*?): )?(?<rule>[A-Z]{2}-\d+[a-z]?): (?<rest>.*)$/s;

/** What a rule says in a line, whatever the game: a record may be of another one than is looked at. */
function ruleSaid(rules: Rules, rule: string): string | undefined {
  if (rule === '') return undefined;
  const topic = rules.catalog().flatMap(({ topics }) => topics).find((candidate) => candidate.rule === rule)?.topic ?? '';
  return sayIfKnown(`why.${rule}`, '') || sayIfKnown(`why.${topic}`, '') || undefined;
}

/** A sentence behind a colon. */
const behindColon = (sentence: string) => sentence.replace(/^\p{Lu}(?=\p{Ll}|\s\p{Ll})/u, (first) => first.toLocaleLowerCase(language.value));

const withText = (text: string, reason: string) => say('reason.with', { text, reason: behindColon(reason) });

/** Why a text was refused. */
export function refusedText(rules: Rules, { rule, reason }: Omit<Refusal, 'ok'>): string {
  const placed = places.exec(reason)?.groups;
  if (placed !== undefined) {
    const { line = '', column = '', rest = '' } = placed;
    return say('reason.at', { line, column, reason: behindColon(refusedText(rules, { rule, reason: rest })) });
  }
  const moved = movesBefore.exec(reason)?.groups;
  if (moved !== undefined) {
    return withText(moved['text'] ?? '', refusedText(rules, { rule, reason: moved['rest'] ?? '' }));
  }
  const ruled = ruleBefore.exec(reason)?.groups;
  if (ruled !== undefined) {
    const text = refusedText(rules, { rule: ruled['rule'] ?? '', reason: ruled['rest'] ?? '' });
    return ruled['text'] === undefined ? text : withText(ruled['text'], text);
  }
  const whole = saidAs(reasons, reason);
  if (whole !== undefined) return whole;
  const known = ruleSaid(rules, rule);
  if (known !== undefined) return known;
  // What stands there, as it was written: a move, a tag.
  const colon = reason.indexOf(': ');
  if (colon > 0) {
    const inner = refusedText(rules, { rule, reason: reason.slice(colon + 2) });
    return ownWords.test(reason.slice(colon + 2)) ? inner : withText(reason.slice(0, colon), inner);
  }
  return say('reason.unreadable');
}
