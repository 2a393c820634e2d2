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

/** Finds the value of a detail: asks for it on the terminal, or takes it from the options of a script. */
type AskDetail = (detail: Detail) => Promise<string>;

/** One answer to a question of `sayso setup`. */
export type SetupChoice = {
  /** The word for it in the options, such as `searxng` in `--search searxng=URL`. */
  readonly name: string;
  /** One line: who is sent what, and what it costs. */
  readonly summary: string;
  /** Asks for what the choice needs, in order; what is asked may depend on what was answered. */
  toChanges(ask: AskDetail): Promise<Changes>;
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

/** A choice that needs nothing. */
export function plainChoice(name: string, summary: string, toChanges: () => Changes): SetupChoice {
  return { name, summary, toChanges: async () => toChanges() };
}

/**
 * The settings of an option such as `searxng=http://localhost:8888`. The value is that of the first detail;
 * what else is needed must be known or usual.
 * @throws Failure `invalid-question` if there is no such choice, or if a value is missing or wrong
 */
export async function changesOfOption({ option, choices }: SetupQuestion, answer: string): Promise<Changes> {
  const [, name = answer, value = ''] = /^([a-z-]+)=(.*)$/s.exec(answer) ?? [];
  const choice = choices.find((each) => each.name === name);
  if (choice === undefined) {
    const names = choices.map((each) => each.name).join(', ');
    throw new Failure('invalid-question', `${option} must be one of ${names}`);
  }
  let rest = value;
  const changes = await choice.toChanges(async ({ known, suggestion, isSecret, accepts, source }) => {
    // A key must not be in the arguments, which every user of the machine can see.
    const given = isSecret ? '' : rest;
    if (!isSecret) rest = '';
    const used = given || known || suggestion || '';
    if (rest === '' && !accepts(used))
      throw new Failure('invalid-question', `${option} ${name} needs ${source}`);
    return used;
  });
  if (rest !== '') throw new Failure('invalid-question', `${option} ${name} takes no value`);
  return changes;
}

type KeyNames = Readonly<Record<'setting' | 'variable' | 'option', string>> & {
  readonly file: string | null;
};

/**
 * The key in a file, if the operator named one, otherwise in the environment.
 * @param setting such as `MODEL_API_KEY`
 * @param variable the name that other programs use for it, such as `OPENAI_API_KEY`
 * @param option the option of the command that names a file, such as `--model-key-file`
 * @param file the absolute path of the file; null if none was named
 */
export function findKey(
  environment: Readonly<Record<string, string | undefined>>,
  { setting, variable, option, file }: KeyNames,
) {
  const key = environment[variable]?.trim() || null;
  const known = file ?? key;
  const inEnvironment = key === null ? '' : ` (key found in ${variable})`;
  const detail: Detail = {
    question: 'Your key (it is not shown)',
    known,
    suggestion: null,
    isSecret: true,
    accepts: (value) => value !== '',
    source: `a key: set ${variable}, or name a file with ${option}`,
  };
  return {
    /** Whether there is a key or a file for it. */
    isKnown: known !== null,
    /** In words for a list of choices; empty if there is none. */
    place: file === null ? inEnvironment : ` (key in ${file})`,
    /** The settings for the key, or for the path of its file. */
    toChanges: async (ask: AskDetail): Promise<Changes> => {
      const value = await ask(detail);
      return { [setting]: file === null ? value : null, [`${setting}_FILE`]: file };
    },
  };
}
