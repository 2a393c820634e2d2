/** A page among which a selection is made. */
export type SetPage = { readonly url: string; readonly title: string; readonly text: string };

/** A question with the pages found for it. */
export type SetQuestion = {
  readonly id: string;
  /** BCP 47. */
  readonly lang: string;
  readonly question: string;
  /** Texts of which a context should contain one; empty if only the support counts. */
  readonly answers: readonly string[];
  /** Answers to choose from, of which the first in `answers` is right; empty if there are none. */
  readonly choices: readonly string[];
  /** Sets of sentences of which a context should contain one completely; empty if there are none. */
  readonly support: readonly (readonly string[])[];
  /** In the engine's order. */
  readonly pages: readonly SetPage[];
};

/** Questions of one kind, and what is selected for them. */
export type QuestionSet = {
  readonly name: string;
  /** Whether its figures belong to the average over all news. */
  readonly isNews: boolean;
  /** In tokens. */
  readonly budgets: readonly number[];
  readonly maxSources: number;
  /**
   * Whether a source counts with the whole text of its page, so that only the selection of pages is measured.
   */
  readonly wholePages: boolean;
  readonly questions: readonly SetQuestion[];
};
