import { Failure } from '../../core/failure.ts';

/** Settings by name; null removes the line of a setting. */
export type Changes = Readonly<Record<string, string | null>>;

/** A value that a choice needs, such as an address or a key. */
export type Detail = {
  readonly question: string;
  /** Used without asking; null if the operator has to be asked. */
  readonly known: string | null;
  /** The value if the operator types nothing; null if there is none. */
  readonly suggestion: string | null;
  /** Whether what is typed must not be shown. */
  readonly isSecret: boolean;
  accepts(value: string): boolean;
  /** How to give the value to a script, in words that follow "needs". */
  readonly source: string;
};

/** One answer to a question of `sayso setup`. */
export type SetupChoice = {
  /** The word for it in the options, such as `searxng` in `--search searxng=URL`. */
  readonly name: string;
  /** One line: who is sent what, and what it costs. */
  readonly summary: string;
  readonly detail: Detail | null;
  /** Takes the value of the detail; empty if there is none. */
  toChanges(value: string): Changes;
};

/** A question of `sayso setup`. */
export type SetupQuestion = {
  /** The option that answers it, without dashes. */
  readonly option: 'search' | 'model' | 'access';
  readonly text: string;
  readonly choices: readonly SetupChoice[];
  /** The name of the choice if the operator types nothing; null if one has to be typed. */
  readonly usual: string | null;
};

/**
 * The settings of the choice with this name. An empty value stands for what was found or is usual.
 * @throws Failure `invalid-question` if there is no such choice, or if its value is missing or wrong
 */
export function changesOfChoice({ option, choices }: SetupQuestion, name: string, value: string): Changes {
  const choice = choices.find((each) => each.name === name);
  if (choice === undefined) {
    const names = choices.map((each) => each.name).join(', ');
    throw new Failure('invalid-question', `${option} must be one of ${names}`);
  }
  const { detail } = choice;
  const given = value || detail?.known || detail?.suggestion || '';
  if (detail !== null && !detail.accepts(given))
    throw new Failure('invalid-question', `${option} ${name} needs ${detail.source}`);
  return choice.toChanges(given);
}
