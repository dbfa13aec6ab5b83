// Knows which counts are single in Filipino, so that the browser need not be asked.
import type { OwnWriting } from '../writing';

export const writing: OwnWriting = { isSingle: (count) => (count >= 1 && count <= 3) || ![4, 6, 9].includes(count % 10) };
