import { parseEnv } from 'node:util';
import { type Environment, loadSettings } from '../../config/load.ts';
import { printable } from '../printable.ts';
import { askQuestion } from './ask-question.ts';
import type { Changes, SetupQuestion } from './choice.ts';
import { type EditedEnv, editEnv } from './edit-env.ts';
import { readEnvText, writeEnvText } from './env-file.ts';
import { openPrompt, type TerminalPrompt } from './prompt.ts';
import { changesOfOption, parseSetupArgs, type SetupOptions } from './setup-arguments.ts';
import { setupQuestions } from './setup-questions.ts';

const FILE = '.env';
const FAILED = 1;
const INTERRUPTED = 130;
const SECRET = /_KEYS?$/;

const WITHOUT_TERMINAL = `sayso setup asks its three questions on a terminal. In a script:
  sayso setup --yes --search searxng=http://localhost:8888 --model ollama=llama3.2 --access local
Or set them by hand in ${FILE}: \`sayso settings\` lists them. \`sayso setup --help\` lists the options.
`;

/** The surroundings of the command. */
export type SetupStart = {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly version: string;
  /** Checks the written settings with real calls and returns an exit status. */
  doctor(): Promise<number>;
  /** Starts the service with the written settings. It runs until a signal stops it. */
  serve(): Promise<undefined>;
};

/**
 * `sayso setup`: asks what is searched, who writes and who may ask, writes `.env`, checks it, and starts the
 * service if the operator wants that and nothing is wrong. Returns the exit status; undefined while the
 * service runs. Until the operator has agreed to the difference, nothing is written and no question is sent
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
  const status = await setup.doctor();
  if (status !== 0) return status;
  if (await isStartWanted(options, signal)) return setup.serve();
  console.log('\nStart it with `npx sayso serve` (in a checkout also `npm start`).');
  return 0;
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
  const before = await readEnvText(FILE);
  const questions = await setupQuestions(setup.environment, setup.version, options);
  using prompt = options.isScript ? null : openPrompt(process.stdin, process.stdout, signal);
  try {
    const changes = await collectChanges(questions, options, prompt);
    const edited = editEnv(before, changes);
    const overriding = overridingNames(setup.environment, before);
    loadSettings({ ...parseEnv(edited.text), ...valuesOf(setup.environment, overriding) });
    showDifferences(edited, overriding, changes);
    if (edited.differences.length === 0) return true;
    if (!(await isAgreed(prompt))) return sayNothingWritten();
    await writeEnvText(FILE, edited.text);
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
  const given = questions.map((question) => {
    const answer = answers[question.option];
    return answer === undefined ? null : changesOfOption(question, answer);
  });
  const all: Changes[] = [];
  for (const [at, question] of questions.entries())
    all.push(given[at] ?? (prompt === null ? {} : await askQuestion(question, prompt)));
  return Object.assign({}, ...all);
}

async function isAgreed(prompt: TerminalPrompt | null): Promise<boolean> {
  if (prompt === null) return true;
  return isYes(await prompt.ask(`Write ${FILE}? [yes]: `));
}

function isYes(typed: string): boolean {
  return /^(?:|y|yes)$/i.test(typed);
}

function sayNothingWritten(): false {
  console.log('\nNothing was written.');
  return false;
}

/** Shows the lines that differ, without keys, and the settings that `.env` cannot change. */
function showDifferences({ differences }: EditedEnv, overriding: readonly string[], changes: Changes): void {
  if (differences.length === 0) console.log(`\n${FILE} stays as it is.`);
  else console.log(`\nChanges in ${FILE}:`);
  for (const { sign, name, line } of differences)
    console.log(printable(`  ${sign} ${SECRET.test(name) ? `${name}=…` : line}`));
  for (const name of overriding.filter((each) => Object.hasOwn(changes, each)))
    console.log(`note   ${name} is set in the environment, which takes precedence over ${FILE}.`);
}

function showNewKey({ API_KEYS: key }: Changes): void {
  console.log(`${FILE} is written.`);
  if (key == null) return;
  console.log(`The key for callers, which is shown only now: ${key}`);
}

/** The names of the variables whose value is not that of the file. */
function overridingNames(environment: Environment, text: string): readonly string[] {
  const values = parseEnv(text);
  return Object.keys(environment).filter((name) => environment[name] !== values[name]);
}

function valuesOf(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
