import type { Environment } from '../../config/load.ts';
import type { Changes, SetupQuestion } from '../../service/setup/choice.ts';
import { ENV_FILE, readEnvText, writeEnvText } from '../../service/setup/env-file.ts';
import { type ProposedEnv, proposeEnv } from '../../service/setup/propose-env.ts';
import { setupQuestions } from '../../service/setup/setup-questions.ts';
import { printable } from '../printable.ts';
import { askQuestion } from './ask-question.ts';
import { openPrompt, type TerminalPrompt } from './prompt.ts';
import { changesOfOption, parseSetupArgs, type SetupOptions } from './setup-arguments.ts';

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
