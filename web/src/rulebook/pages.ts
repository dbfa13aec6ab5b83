// Knows every page of rules by its game.
import { featuredPages } from './featured_games';
import type { RulesPage } from './shape';
import { variantPages } from './variants';

export const rulesPages: readonly RulesPage[] = [...featuredPages, ...variantPages];

export function rulesPageOf(game: string): RulesPage | undefined {
  return rulesPages.find((page) => page.game === game);
}
