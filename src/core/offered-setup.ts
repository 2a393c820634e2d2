import type { Diagnosis } from './status.ts';

/** A question of the set-up. Contains no secrets: keys that were found are only named. */
export type OfferedQuestion = {
  readonly option: 'search' | 'model' | 'access';
  /** The name of the choice that most people want; null if there is none. */
  readonly usual: string | null;
  readonly choices: readonly {
    readonly name: string;
    /** One line: who is sent what, and what it costs. */
    readonly summary: string;
    /** What the operator has to type; null if nothing is missing. */
    readonly detail: OfferedDetail | null;
  }[];
};

/** A value that a choice needs. */
export type OfferedDetail = {
  readonly question: string;
  readonly suggestion: string | null;
  readonly isSecret: boolean;
};

/** The choice for each question by its name; the value is empty if nothing was typed. */
export type SetupAnswers = Readonly<
  Record<OfferedQuestion['option'], { readonly name: string; readonly value: string }>
>;

/** What would change in `.env`, without keys. */
export type OfferedChange = {
  /** Names this change for `write`. */
  readonly id: string;
  readonly lines: readonly string[];
  /** The settings for which the environment takes precedence over the file. */
  readonly overridden: readonly string[];
};

/** The set-up of a service that has neither a search nor a model yet, for its page. */
export type OfferedSetup = {
  /** Shown only in the terminal or log; whoever knows it may set the service up, once. */
  readonly code: string;
  /** False from the moment that the settings are written. */
  isOpen(): boolean;
  /** Looks around on this machine; asks no question anywhere else. */
  questions(): Promise<readonly OfferedQuestion[]>;
  /**
   * The difference that these answers make. Writes nothing.
   * @throws Failure `invalid-question` for an answer that cannot be used, `misconfigured` if the service
   *   could not start with it
   */
  propose(answers: SetupAnswers): Promise<OfferedChange>;
  /**
   * Writes the change that was shown last, and checks it with real calls.
   * @throws Failure `invalid-question` if it was not shown last or the file has changed, `misconfigured` if
   *   the file cannot be written
   */
  write(id: string, signal: AbortSignal): Promise<readonly Diagnosis[]>;
};
