// Knows the levels of the computer by their ids. Does not know what they are: the engine says so.

/** Weakest first. A test holds them beside the rules. */
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
