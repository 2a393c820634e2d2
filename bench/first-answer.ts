// The time from a clone to the first answer: `npm run bench -- first-answer`. It clones this repository into a
// temporary folder, installs it, and lets `npm run setup` set it up and start it, twice: with mocks of
// SearXNG and Ollama, and with mocks of Brave and Mistral. It needs git and the registry of npm.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerWith, startChatServer } from '../test/support/chat-server.ts';
import { serve } from '../test/support/local-server.ts';
import { answering, startOllamaServer } from '../test/support/ollama-server.ts';
import { json } from '../test/support/search-replies.ts';
import { startSearchServer } from '../test/support/search-server.ts';
import { type Line, printLines } from './table.ts';

const GOAL_SECONDS = 120;
const LISTENING = /is listening on (http:[\w./:]+)/;
const ANSWER = 'The axolotl is a salamander [1].';
const root = fileURLToPath(new URL('..', import.meta.url));

/** The environment of a stranger: no settings, and no program of this repository before their own. */
const { PATH = '', HOME = '' } = process.env;
const own = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
const stranger = {
  PATH: own.join(delimiter),
  HOME,
  PORT: '0',
  READ_PAGES: 'off',
  SEARCH_TERTIARY_URL: 'off',
};

type Variables = Readonly<Record<string, string>>;

function start(folder: string, command: readonly string[], env: Variables = {}): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...stranger, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  process.once('exit', () => stop(child));
  return child;
}

/** Ends a process with all that it started. */
function stop({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
}

async function run(folder: string, ...command: readonly string[]): Promise<void> {
  const child = start(folder, command);
  child.stdout?.resume();
  const [status] = await once(child, 'close');
  assert.equal(status, 0, command.join(' '));
}

/** Sets the clone up with these options, starts it, asks it, and stops it. */
async function setUpAndAsk(folder: string, options: readonly string[], env: Variables): Promise<void> {
  const child = start(folder, ['npm', 'run', 'setup', '--', '--yes', '--start', ...options], env);
  const address = await addressOf(child);
  const response = await fetch(`${address}/api/v1/query?q=What+is+an+axolotl%3F`);
  const { answer, sources } = (await response.json()) as { answer: string; sources: readonly unknown[] };
  assert.match(answer, /The axolotl is a salamander/);
  assert.ok(sources.length > 0, 'the answer has sources');
  const ended = once(child, 'close');
  stop(child);
  await ended;
}

function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      const address = LISTENING.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`the service did not start:\n${output}`)));
  });
}

const lines: Line[] = [];

async function time(name: string, work: Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work;
  const seconds = (performance.now() - startMs) / 1000;
  lines.push({ name, value: `${seconds.toFixed(1)} s`, goal: '', isMet: true });
  return seconds;
}

await using place = await mkdtempDisposable(join(tmpdir(), 'sayso-first-answer-'));
const clone = join(place.path, 'sayso');
const before =
  (await time('`git clone`, from this machine', run(place.path, 'git', 'clone', '--quiet', root, clone))) +
  (await time('`npm ci`', run(clone, 'npm', 'ci')));

await using searxng = await startSearchServer();
await using ollama = await startOllamaServer([{ name: 'llama3.2' }], answering(ANSWER));
const local = await time(
  '`npm run setup` with SearXNG and Ollama, start, first answer',
  setUpAndAsk(clone, ['--search', `searxng=${searxng.url}`, '--model', 'ollama=llama3.2'], {
    OLLAMA_HOST: ollama.url,
  }),
);

const found = { title: 'Axolotl', url: 'https://animals.test/axolotl', description: ANSWER };
await using brave = await serve(json({ type: 'search', web: { results: [found] } }));
await using chat = await startChatServer((response) => answerWith(response, [ANSWER]));
await time(
  'the same again with Brave and Mistral',
  setUpAndAsk(clone, ['--search', 'brave', '--model', 'mistral'], {
    BRAVE_API_KEY: 'a-key',
    MISTRAL_API_KEY: 'a-key',
    SEARCH_PRIMARY_URL: brave.url,
    MODEL_BASE_URL: chat.url,
  }),
);
const total = before + local;
lines.push({
  name: 'from the clone to the first answer',
  value: `${total.toFixed(0)} s`,
  goal: `at most ${GOAL_SECONDS} s`,
  isMet: total <= GOAL_SECONDS,
});
process.exitCode = printLines(lines) ? 0 : 1;
