import type { Environment } from '../../config/load.ts';
import type { Changes, Detail } from './choice.ts';

/** Where a key comes from, and the settings that it becomes. */
export type KeySource = {
  /** Whether there is a key or a file for it. */
  readonly isKnown: boolean;
  /** In words for a list of choices; empty if there is none. */
  readonly place: string;
  /** The question for it, if there is none. */
  readonly detail: Detail;
  /** The settings for the key, or for the path of its file. */
  toChanges(value: string): Changes;
};

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
export function findKey(environment: Environment, { setting, variable, option, file }: KeyNames): KeySource {
  const key = environment[variable]?.trim() || null;
  const known = file ?? key;
  const place = key === null ? '' : ` (key found in ${variable})`;
  return {
    isKnown: known !== null,
    place: file === null ? place : ` (key in ${file})`,
    detail: {
      question: 'Your key (it is not shown)',
      known,
      suggestion: null,
      isSecret: true,
      accepts: (value) => value !== '',
      source: `a key: set ${variable}, or name a file with ${option}`,
    },
    toChanges: (value) => ({
      [setting]: file === null ? value : null,
      [`${setting}_FILE`]: file,
    }),
  };
}
