import { resolve } from 'node:path';
import { toFailure } from '../../core/failure.ts';
import { type Changes, changesOfChoice, type SetupQuestion } from '../../service/setup/choice.ts';
import { parseOptions, wrongUsage } from '../help.ts';

const USAGE =
  'sayso setup [--search CHOICE] [--model CHOICE] [--access local|key|open] [--search-key-file FILE] ' +
  '[--model-key-file FILE] [--yes] [--start]';

/** The options of `sayso setup`. */
export type SetupOptions = {
  /** The answers to the questions, such as `searxng=URL`; undefined if a question is not answered. */
  readonly answers: Readonly<Record<SetupQuestion['option'], string | undefined>>;
  /** Absolute paths; null if none was named. */
  readonly searchKeyFile: string | null;
  readonly modelKeyFile: string | null;
  /** Whether nothing is asked. */
  readonly isScript: boolean;
  /** Whether the service starts when nothing is wrong. */
  readonly isToStart: boolean;
};

/**
 * Reads the options.
 * @throws Failure with the usage for an unknown option
 */
export function parseSetupArgs(args: readonly string[]): SetupOptions {
  const { values, positionals } = parseOptions(args, USAGE, {
    search: { type: 'string' },
    model: { type: 'string' },
    access: { type: 'string' },
    'search-key-file': { type: 'string' },
    'model-key-file': { type: 'string' },
    yes: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw wrongUsage(USAGE, new Error(`Unexpected argument '${positionals[0]}'`));
  return {
    answers: { search: values.search, model: values.model, access: values.access },
    searchKeyFile: toPath(values['search-key-file']),
    modelKeyFile: toPath(values['model-key-file']),
    isScript: values.yes,
    isToStart: values.start,
  };
}

function toPath(file: string | undefined): string | null {
  return file === undefined ? null : resolve(file);
}

/**
 * The changes of an option such as `searxng=http://localhost:8888`.
 * @throws Failure with the usage if there is no such choice, or if its value is missing or wrong
 */
export function changesOfOption(question: SetupQuestion, answer: string): Changes {
  const [, name = answer, value = ''] = /^([a-z]+)=(.*)$/s.exec(answer) ?? [];
  const detail = question.choices.find((each) => each.name === name)?.detail;
  // A key must not be in the arguments, which every user of the machine can see.
  if (value !== '' && (detail == null || detail.isSecret))
    throw wrongUsage(USAGE, new Error(`--${question.option} ${name} takes no value`));
  try {
    return changesOfChoice(question, name, value);
  } catch (error) {
    throw wrongUsage(USAGE, new Error(`--${toFailure(error).message}`));
  }
}
