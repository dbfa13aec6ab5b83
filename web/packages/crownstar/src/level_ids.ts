// Knows the levels by their ids, so that an editor can offer them. Refuses to know what they are: the engine says so.

/** Weakest first. */
export const levelIds = [
  'first-steps',
  'learner',
  'beginner',
  'casual',
  'attentive',
  'steady',
  'practised',
  'keen',
  'strong',
  'seasoned',
  'expert',
  'master',
  'full',
] as const;

export type LevelId = (typeof levelIds)[number];
