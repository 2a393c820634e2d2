import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { questionWithPages, writeSet } from './support/evaluated.ts';
import { closedPort, serve } from './support/local-server.ts';
import { withResults } from './support/search-server.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => questionWithPages(at));
/** A model that nobody reaches: its prompts go to a file. */
const unreachable = async () => ({
  MODEL_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1`,
  MODEL_NAME: 'elsewhere',
});
const readLines = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const shipIn = (request: unknown) => /name of ship number (\d+)\?/.exec(JSON.stringify(request))?.[1];

test('prompts go out in the form of a batch of OpenAI, and its replies make the same report', async () => {
  await using folder = await writeSet(rows(4));
  const environment = await unreachable();
  const [prompts, replies] = ['prompts.jsonl', 'replies.jsonl'].map((name) => join(folder.path, name));
  assert.ok(prompts !== undefined && replies !== undefined);
  const { shown } = await folder.run(['--export', prompts], { environment });
  assert.match(shown, /prompts\.jsonl: 4\. --import goes on/);
  const requests = await readLines(prompts);
  assert.deepEqual(
    requests.map(({ method, url, body }) => [method, url, body.model, body.messages[0].role]),
    Array.from({ length: 4 }, () => ['POST', '/v1/chat/completions', 'elsewhere', 'system']),
  );
  const results = requests.slice(1).map(({ custom_id, body }) => ({
    custom_id,
    response: {
      status_code: 200,
      body: {
        choices: [{ message: { content: `It is Marigold ${shipIn(body)} [1].` } }],
        usage: { prompt_tokens: 300, completion_tokens: 10 },
      },
    },
  }));
  await writeFile(replies, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
  await folder.run(['--import', replies, '--export', prompts], { environment });
  const records = await folder.records();
  assert.deepEqual(
    records.map(({ exact, tokens }) => [exact, tokens]).sort(),
    [...Array.from({ length: 3 }, () => ['correct', 310]), [undefined, null]].sort(),
  );
  assert.equal((await readLines(prompts)).length, 1);
});

test('prompts for Anthropic are answered later from the pages that were found then', async () => {
  const found = {
    url: 'https://ships.test/',
    title: 'Ships',
    content: 'Ship number 0 is called Marigold 0.',
  };
  let searches = 0;
  await using search = await serve((request, response) => {
    searches++;
    withResults([found])(response, request);
  });
  const { pages: _none, ...question } = questionWithPages(0) as { readonly pages: unknown };
  await using folder = await writeSet([question]);
  const environment = { ...(await unreachable()), SEARCH_PRIMARY_URL: search.url, READ_PAGES: 'off' };
  const [prompts, replies] = [join(folder.path, 'out.jsonl'), join(folder.path, 'in.jsonl')];
  await folder.run(['--export', prompts, '--batch', 'anthropic'], { environment });
  const [{ custom_id, params }] = await readLines(prompts);
  assert.match(custom_id, /^[\w-]{1,64}$/);
  assert.ok(params.max_tokens > 0 && params.system.length > 100);
  assert.match(params.messages[0].content, /Marigold 0/);
  const message = { content: [{ type: 'text', text: 'Marigold 0 [1].' }], usage: { output_tokens: 5 } };
  await writeFile(replies, JSON.stringify({ custom_id, result: { type: 'succeeded', message } }));
  await folder.run(['--import', replies], { environment });
  const [record] = await folder.records();
  assert.deepEqual([record?.exact, record?.retrieval?.inContext, searches], ['correct', true, 1]);
});

test('the model alone can be exported, a server cannot, and a file without replies is refused', async () => {
  await using folder = await writeSet(rows(1));
  const environment = await unreachable();
  const prompts = join(folder.path, 'p.jsonl');
  await folder.run(['--bare', '--export', prompts], { environment });
  assert.equal((await readLines(prompts)).length, 1);
  const toServer = ['--server', 'http://127.0.0.1:1', '--export', prompts];
  await assert.rejects(folder.run(toServer, { environment }), /builds its own prompts/);
  await assert.rejects(folder.run(['--bare', '--import', prompts], { environment }), /has no replies/);
});
