// Knows how a rating is shown: one that is not sure yet says what its question mark means. Does not know whose it is.
import { say } from '../../messages/messages';
import { ratingText } from './rating_text';

interface RatingNumberProps {
  readonly rating: number;
  readonly isProvisional?: boolean | undefined;
}

export function RatingNumber({ rating, isProvisional = false }: RatingNumberProps) {
  const text = ratingText(rating, isProvisional);
  return isProvisional ? <abbr class="provisional" title={say('rating.provisional')}>{text}</abbr> : <>{text}</>;
}
