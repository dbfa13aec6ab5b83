// Knows what a page of rules is made of; does not know any game and any language.
import type { Values } from '../messages/messages';

/** The name of a text, with the values that it asks for. */
export type Sentence = string | readonly [string, Values];

export interface PageRule {
  readonly id: string;
  readonly sentences: readonly Sentence[];
  /** Crownstar decided it, because the sources are silent or differ. */
  readonly isDecided: boolean;
  readonly diagrams: readonly string[];
}

export interface PageSection {
  readonly title: string; // the name of its text
  readonly rules: readonly PageRule[];
}

export interface Facts {
  readonly size: string;
  readonly squares: number;
  readonly men: number;
  readonly begins: 'White' | 'Black' | 'Red';
}

/** What is told in a picture and a sentence, whose text is `short.goal` and so on. */
export type ShortRule = 'goal' | 'step' | 'hop' | 'chain' | 'ladder';

export interface RulesPage {
  readonly game: string;
  readonly short?: readonly ShortRule[]; // the game for whoever has never seen it
  readonly facts: Facts | null; // a star has several boards
  readonly sections: readonly PageSection[];
}

/** A move to try on a live board. A refused one names the rule that stands against it. */
export interface Trial {
  readonly move: string;
  readonly refusedBy?: string;
}

export interface Diagram {
  readonly id: string;
  readonly text: string; // the name of its caption; its title has `.title` added
  readonly token: string;
  readonly position: string | null; // null: the start of the game
  readonly before: readonly string[]; // moves played before one may try
  readonly trials: readonly Trial[];
  readonly answers: boolean; // the computer moves the other sides
}
