/** What a follow-up, or a part of it, seems to mean. */
export type Reading = {
  /** In words that stand alone. */
  readonly text: string;
  /** False where a person would have to think twice. */
  readonly isCertain: boolean;
};

/** A question as it was understood, with its answer. */
export type Understood = { readonly question: string; readonly answer: string };

/** A reading that nobody would doubt. */
export function certain(text: string): Reading {
  return { text, isCertain: true };
}

/** A guess. */
export function unsure(text: string): Reading {
  return { text, isCertain: false };
}
