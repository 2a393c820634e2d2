import type { Environment } from '../../config/load.ts';

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
export function findKey(environment: Environment, { setting, variable, option, file }: KeyNames) {
  const key = environment[variable]?.trim() || null;
  const known = file ?? key;
  const inEnvironment = key === null ? '' : ` (key found in ${variable})`;
  return {
    /** Whether there is a key or a file for it. */
    isKnown: known !== null,
    /** In words for a list of choices; empty if there is none. */
    place: file === null ? inEnvironment : ` (key in ${file})`,
    /** The question for it, if there is none. */
    detail: {
      question: 'Your key (it is not shown)',
      known,
      suggestion: null,
      isSecret: true,
      accepts: (value: string) => value !== '',
      source: `a key: set ${variable}, or name a file with ${option}`,
    },
    /** The settings for the key, or for the path of its file. */
    toChanges: (value: string) => ({
      [setting]: file === null ? value : null,
      [`${setting}_FILE`]: file,
    }),
  };
}
