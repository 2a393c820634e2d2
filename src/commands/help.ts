import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Failure } from '../core/failure.ts';
import commandList from './command-list.json' with { type: 'json' };

/** One command of `sayso`, as its help describes it. */
type Command = {
  readonly name: string;
  /** The parameters after the name; empty for none. */
  readonly parameters: string;
  readonly summary: string;
  /** More details, in lines of at most 80 characters. */
  readonly details: readonly string[];
  readonly options: readonly (readonly [option: string, meaning: string])[];
  readonly examples: readonly string[];
};

/** Every command, in the order of the help. */
export const commands = commandList as unknown as readonly Command[];

/** The output of `sayso --help`. */
export function helpText(version: string): string {
  const lines = [
    ...commands.map((command) => [usageOf(command), command.summary] as const),
    ['sayso COMMAND --help', 'more about one command'],
    ['sayso --version', 'print the version'],
  ] as const;
  return `sayso ${version}: ask the web, get an answer you can read, hear and check.

Usage
${columns(lines)}
`;
}

/** The output of `sayso COMMAND --help`; null for a command that does not exist. */
export function commandHelp(name: string): string | null {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return null;
  const { summary, details, options, examples } = command;
  const parts = [
    `Usage: ${usageOf(command)}`,
    [`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, ...details].join('\n'),
    `Options\n${columns([...options, ['-h, --help', 'print this']])}`,
    `Examples\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ];
  return parts.join('\n\n');
}

/** Whether the arguments of a command ask for its help. Arguments after `--` are not options. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

function usageOf({ name, parameters }: Command): string {
  return `sayso ${name} ${parameters}`.trimEnd();
}

/** Two columns; the second is aligned. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** The mistake in a command's arguments, if it is known, and the usage of the command. */
export function wrongUsage(usage: string, error?: unknown): Failure {
  // After its first sentence, Node's message explains at length how to pass a text that looks like an option.
  const reason = error instanceof Error ? `${error.message.split('. ', 1)[0]?.replace(/\.$/, '')}.\n` : '';
  return new Failure('invalid-question', `${reason}Usage: ${usage}`);
}

/**
 * The options and the words among the arguments of a command.
 * @throws Failure `invalid-question` with the usage, for an option that does not exist or lacks its value
 */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw wrongUsage(usage, error);
  }
}

/**
 * Refuses arguments, because a service is configured by settings and an ignored option would look as if it
 * had an effect.
 * @param options the options that the command does have, for the message
 * @throws Failure `invalid-question` if there are arguments
 */
export function refuseArguments(command: string, args: readonly string[], options = ''): void {
  if (args.length === 0) return;
  throw wrongUsage(
    `sayso ${command}${options}, with settings as environment variables: PORT=8080 sayso ${command}`,
  );
}

/**
 * The value of an option that takes one of a few words.
 * @throws Failure `invalid-question` that lists the words
 */
export function oneOf<Word extends string>(words: readonly Word[], option: string, given: string): Word {
  const word = words.find((each) => each === given);
  if (word !== undefined) return word;
  throw new Failure('invalid-question', `${option} must be one of ${words.join(', ')}.`);
}
