import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import type { Environment } from '../config/load.ts';
import { toFailure } from '../core/failure.ts';
import { type Changes, changesOfOption, type Detail, type SetupQuestion } from '../service/setup/choice.ts';
import {
  ENV_FILE,
  type ProposedEnv,
  proposeEnv,
  readEnvText,
  writeEnvText,
} from '../service/setup/env-file.ts';
import { setupQuestions } from '../service/setup/questions.ts';
import { type Examine, printFindings } from './doctor.ts';
import { parseOptions, wrongUsage } from './help.ts';
import { printable } from './printable.ts';

const USAGE =
  'sayso setup [--search CHOICE] [--model CHOICE] [--access local|key|open] [--search-key-file FILE] ' +
  '[--model-key-file FILE] [--model-name NAME] [--yes] [--start]';

/** The options of `sayso setup`. */
type SetupOptions = {
  /** The answers to the questions, such as `searxng=URL`; undefined if a question is not answered. */
  readonly answers: Readonly<Record<SetupQuestion['option'], string | undefined>>;
  /** Absolute paths; null if none was named. */
  readonly searchKeyFile: string | null;
  readonly modelKeyFile: string | null;
  /** The model of a server; null if none was named. */
  readonly modelName: string | null;
  /** Whether nothing is asked. */
  readonly isScript: boolean;
  /** Whether the service starts if questions can be answered. */
  readonly isToStart: boolean;
};

/**
 * Reads the options.
 * @throws Failure with the usage for an unknown option
 */
function parseSetupArgs(args: readonly string[]): SetupOptions {
  const { values, positionals } = parseOptions(args, USAGE, {
    search: { type: 'string' },
    model: { type: 'string' },
    access: { type: 'string' },
    'search-key-file': { type: 'string' },
    'model-key-file': { type: 'string' },
    'model-name': { type: 'string' },
    yes: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw wrongUsage(USAGE, new Error(`Unexpected argument '${positionals[0]}'`));
  return {
    answers: { search: values.search, model: values.model, access: values.access },
    searchKeyFile: toPath(values['search-key-file']),
    modelKeyFile: toPath(values['model-key-file']),
    modelName: values['model-name'] ?? null,
    isScript: values.yes,
    isToStart: values.start,
  };
}

function toPath(file: string | undefined): string | null {
  return file === undefined ? null : resolve(file);
}

const WITHOUT_IT =
  'Sayso answers without what is wrong. Put it right as it says above, and start Sayso again.';

const FAILED = 1;
const INTERRUPTED = 130;

const WITHOUT_TERMINAL = `sayso setup asks its three questions on a terminal. In a script:
  sayso setup --yes --search searxng=http://localhost:8888 --model ollama=llama3.2 --access local
Or set them by hand in ${ENV_FILE}: \`sayso settings\` lists them. \`sayso setup --help\` lists the options.
`;

/** The surroundings of the command. */
type SetupStart = {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly version: string;
  /** Checks the written settings with real calls. */
  readonly examine: Examine;
  /** Starts the service with the written settings. It runs until a signal stops it. */
  serve(): Promise<undefined>;
};

/**
 * `sayso setup`: asks what is searched, who writes and who may ask, writes `.env`, checks it, and starts the
 * service if the operator wants that and questions can be answered. Returns the exit status; undefined while
 * the service runs. Until the operator has agreed to the difference, nothing is written and no question is sent
 * anywhere.
 */
export async function setupCommand(setup: SetupStart, signal: AbortSignal): Promise<number | undefined> {
  const options = parseSetupArgs(setup.args);
  if (!hasTerminal() && !options.isScript) {
    process.stderr.write(WITHOUT_TERMINAL);
    return FAILED;
  }
  const isReady = await configure(setup, options, signal);
  if (!isReady) return INTERRUPTED;
  const { status, canAnswer } = await printFindings(setup.examine, signal);
  if (status !== 0 && !canAnswer) return status;
  if (status !== 0) console.log(`\n${WITHOUT_IT}`);
  if (await isStartWanted(options, signal)) return setup.serve();
  console.log('\nStart it with `npx sayso serve` (in a checkout also `npm start`).');
  return status;
}

/** Whether the service starts now. Whoever leaves at the question has finished the set-up all the same. */
async function isStartWanted(options: SetupOptions, signal: AbortSignal): Promise<boolean> {
  if (options.isToStart || options.isScript) return options.isToStart;
  using prompt = openPrompt(process.stdin, process.stdout, signal);
  return isYes(await prompt.ask('\nStart Sayso now? [yes]: ').catch(() => 'no'));
}

function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Whether the settings are as the operator wants them; false if they left, and nothing was written. */
async function configure(setup: SetupStart, options: SetupOptions, signal: AbortSignal): Promise<boolean> {
  const before = await readEnvText(ENV_FILE);
  const questions = await setupQuestions(setup.environment, setup.version, options);
  using prompt = options.isScript ? null : openPrompt(process.stdin, process.stdout, signal);
  try {
    const changes = await collectChanges(questions, options, prompt);
    const proposed = proposeEnv(setup.environment, before, changes);
    showDifferences(proposed);
    if (proposed.lines.length === 0) return true;
    if (!(await isAgreed(prompt))) return sayNothingWritten();
    await writeEnvText(ENV_FILE, proposed.text);
    showNewKey(changes);
    return true;
  } catch (error) {
    if (prompt?.isLeft() === true || signal.aborted) return sayNothingWritten();
    throw error;
  }
}

/** The changes of all questions. In a script, a question without an answer changes nothing. */
async function collectChanges(
  questions: readonly SetupQuestion[],
  { answers }: SetupOptions,
  prompt: TerminalPrompt | null,
): Promise<Changes> {
  const given: (Changes | null)[] = [];
  // A wrong option is reported before anything is asked.
  for (const question of questions) {
    const answer = answers[question.option];
    given.push(answer === undefined ? null : await changesOfAnswer(question, answer));
  }
  const all: Changes[] = [];
  for (const [at, question] of questions.entries())
    all.push(given[at] ?? (prompt === null ? {} : await askQuestion(question, prompt)));
  return Object.assign({}, ...all);
}

/**
 * The changes of an option.
 * @throws Failure with the usage if there is no such choice, or if its value is missing or wrong
 */
async function changesOfAnswer(question: SetupQuestion, answer: string): Promise<Changes> {
  try {
    return await changesOfOption(question, answer);
  } catch (error) {
    throw wrongUsage(USAGE, new Error(`--${toFailure(error).message}`));
  }
}

async function isAgreed(prompt: TerminalPrompt | null): Promise<boolean> {
  if (prompt === null) return true;
  return isYes(await prompt.ask(`Write ${ENV_FILE}? [yes]: `));
}

function isYes(typed: string): boolean {
  return /^(?:|y|yes)$/i.test(typed);
}

function sayNothingWritten(): false {
  console.log('\nNothing was written.');
  return false;
}

/** Shows the lines that differ, without keys, and the settings that `.env` cannot change. */
function showDifferences({ lines, overridden }: ProposedEnv): void {
  if (lines.length === 0) console.log(`\n${ENV_FILE} stays as it is.`);
  else console.log(`\nChanges in ${ENV_FILE}:`);
  for (const line of lines) console.log(printable(`  ${line}`));
  for (const name of overridden)
    console.log(`note   ${name} is set in the environment, which takes precedence over ${ENV_FILE}.`);
}

function showNewKey({ API_KEYS: key }: Changes): void {
  console.log(`${ENV_FILE} is written.`);
  if (key == null) return;
  console.log(`The key for callers, which is shown only now: ${key}`);
}

/** The changes that the operator chose on the terminal. Asks again until an answer can be used. */
async function askQuestion(question: SetupQuestion, prompt: TerminalPrompt): Promise<Changes> {
  const { text, choices, usual } = question;
  const width = Math.max(...choices.map(({ name }) => name.length));
  const lines = choices.map(({ name, summary }, at) => `  ${at + 1}  ${name.padEnd(width)}  ${summary}`);
  console.log(printable(`\n${text}\n${lines.join('\n')}`));
  for (;;) {
    const typed = (await prompt.ask(`Number or name${shownDefault(usual)}: `)) || usual;
    const choice = choices.find(({ name }, at) => typed === name || typed === String(at + 1));
    if (choice !== undefined) return choice.toChanges((detail) => askDetail(detail, prompt));
    console.log(`Type a number from 1 to ${choices.length}.`);
  }
}

async function askDetail(detail: Detail, prompt: TerminalPrompt): Promise<string> {
  if (detail.known !== null) return detail.known;
  for (;;) {
    const value = await askValue(detail, prompt);
    if (detail.accepts(value)) return value;
    console.log(`This needs ${detail.source}.`);
  }
}

async function askValue({ question, suggestion, isSecret }: Detail, prompt: TerminalPrompt): Promise<string> {
  if (isSecret) return prompt.askSecretly(`${question}: `);
  return (await prompt.ask(printable(`${question}${shownDefault(suggestion)}: `))) || (suggestion ?? '');
}

function shownDefault(value: string | null): string {
  return value ? ` [${value}]` : '';
}

/** Questions on a terminal. */
type TerminalPrompt = ReturnType<typeof openPrompt>;

/** Asks on this terminal until `signal` aborts or the operator presses Ctrl-C or Ctrl-D. */
function openPrompt(input: Readable, output: Writable, signal: AbortSignal) {
  const leaving = new AbortController();
  const ended = AbortSignal.any([signal, leaving.signal]);
  let isHidden = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isHidden) done();
      else output.write(chunk, done);
    },
  });
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
  const leave = () => leaving.abort();
  lines.once('SIGINT', leave).once('close', leave);
  return {
    /** The line that was typed, without spaces around it. Rejects if the operator leaves. */
    ask: async (question: string) => (await lines.question(question, { signal: ended })).trim(),
    /** The same for a secret, which is not shown. */
    async askSecretly(question: string) {
      output.write(question);
      isHidden = true;
      try {
        return (await lines.question('', { signal: ended })).trim();
      } finally {
        isHidden = false;
        output.write('\n');
      }
    },
    /** Whether nothing more is asked: `signal` has aborted, or the operator left with Ctrl-C or Ctrl-D. */
    isLeft: () => ended.aborted,
    [Symbol.dispose]: () => lines.close(),
  };
}
