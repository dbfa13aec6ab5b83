// Knows which counts are single in Filipino, so that the browser need not be asked.
import { pluralsOf, type Writing } from '../writing';

const isSingle = (count: number) => (count >= 1 && count <= 3) || ![4, 6, 9].includes(count % 10);

export const writing: Partial<Writing> = { plural: pluralsOf('fil', isSingle) };
