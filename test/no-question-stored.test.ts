import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programOf } from '../bin/program.js';
import { requireBuiltPage } from './support/built-page.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';

/** The program as it is shipped, which starts in a third of the time of its sources. */
const main = programOf(fileURLToPath(new URL('..', import.meta.url)));

requireBuiltPage();

/** Node may write only into this folder, which is also where programs usually put what they keep. */
function environmentIn(folder: string): Readonly<Record<string, string>> {
  return { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder };
}

test('a service writes no file while it answers, so no question is stored', async (t) => {
  await using search = await startSearchServer();
  await using model = await startModelServer(streaming('It is a salamander [1].'));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sayso-stored-')));
  t.after(() => rmSync(folder, { recursive: true }));
  const limits = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--allow-worker'];
  const child = spawn(process.execPath, [...limits, main, 'serve'], {
    cwd: folder,
    env: {
      ...environmentIn(folder),
      PORT: '0',
      SEARCH_PRIMARY_URL: search.url,
      SEARCH_TERTIARY_URL: 'off',
      MODEL_BASE_URL: model.url,
      MODEL_NAME: 'test',
      // A busy machine must not cut an answer short.
      SEARCH_TIMEOUT_MS: '60000',
      MODEL_TIMEOUT_MS: '60000',
      ANSWER_DEADLINE_MS: '120000',
    },
  });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  let address: string | undefined;
  while (address === undefined) {
    assert.equal(child.exitCode, null, printed);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    address = /listening on (http:\S+?)"/.exec(printed)?.[1];
  }
  for (const query of ['What is an axolotl?', 'Does it sleep?', '12% of 250']) {
    const reply: Response = await fetch(`${address}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, history: [{ question: 'What is a newt?', answer: 'A salamander.' }] }),
    });
    const body = await reply.text();
    assert.equal(reply.status, 200, body);
    assert.notEqual(JSON.parse(body).answer, '');
  }
  child.kill('SIGTERM');
  await once(child, 'close');
  assert.equal(child.exitCode, 0, printed);
  assert.deepEqual(readdirSync(folder), []);
  assert.doesNotMatch(printed, /ERR_ACCESS_DENIED|axolotl|sleep|newt/);
});
