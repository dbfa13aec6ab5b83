// Knows how a sentence that names a rule leads to that rule; does not know what the sentence says.
import { rulesPages } from '../../rulebook/pages';

const games: ReadonlyMap<string, string> = new Map(
  rulesPages.map(({ game, sections }) => [sections[0]?.rules[0]?.id.split('-')[0] ?? '', game]),
);

/** The text with each id in it (`AM-14`) as a link to its rule. */
export function Linked({ text }: { readonly text: string }) {
  const parts = text.split(/\b([A-Z]{2}-\d+b?)\b/);
  return (
    <>
      {parts.map((part, at) => {
        const game = at % 2 === 1 ? games.get(part.split('-')[0] ?? '') : undefined;
        return game === undefined ? part : <a href={`/rules/${game}#${part}`}>{part}</a>;
      })}
    </>
  );
}
