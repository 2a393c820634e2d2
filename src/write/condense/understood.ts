/** The interpretation of a follow-up, or of a part of it. */
export type Understanding = {
  /** A question that is complete without the conversation. */
  readonly text: string;
  /** False if another interpretation is plausible. */
  readonly isCertain: boolean;
};

/** An interpreted question with its answer. */
export type Understood = { readonly question: string; readonly answer: string };

/** An interpretation that is certain. */
export function certain(text: string): Understanding {
  return { text, isCertain: true };
}

/** An interpretation that is a guess. */
export function unsure(text: string): Understanding {
  return { text, isCertain: false };
}
