import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSearchServer } from './support/search-server.ts';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));

type Given = { readonly input?: string; readonly env?: Readonly<Record<string, string>> };

/** Runs the real command with these arguments, settings and standard input. */
async function saysoWith({ input = '', env = {} }: Given, ...args: readonly string[]) {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env, cwd });
  // The command may end before it has read everything.
  child.stdin.on('error', () => undefined).end(input);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, errors };
}

test('a question that is too long is wrong usage, however much of it stands on standard input', async () => {
  const { status, out, errors } = await saysoWith({ input: ' '.repeat(1_000_000) }, 'ask', '-');
  assert.deepEqual([status, out, errors], [2, '', 'The question is longer than 2000 characters.\n']);
});

test('a question can be read from standard input', async () => {
  await using search = await startSearchServer();
  const env = {
    SEARCH_PRIMARY_URL: search.url,
    SEARCH_TERTIARY_URL: 'off',
    MODEL_PROVIDER: 'extractive',
    READ_PAGES: 'no',
  };
  const { status, errors } = await saysoWith({ input: 'Why is the sky blue?\n', env }, 'ask', '-');
  assert.deepEqual([status, errors], [0, '']);
  assert.ok(search.asked.includes('Why is the sky blue?'), search.asked.join());
});
