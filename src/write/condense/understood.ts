/** The interpretation of a follow-up, or of a part of it. */
export type Understanding = {
  /** Complete without the conversation. */
  readonly text: string;
  /** False if another interpretation is plausible. */
  readonly isCertain: boolean;
};

/** An interpreted question with its answer. */
export type Understood = { readonly question: string; readonly answer: string };

/** A certain interpretation. */
export function certain(text: string): Understanding {
  return { text, isCertain: true };
}

/** A guess. */
export function unsure(text: string): Understanding {
  return { text, isCertain: false };
}
