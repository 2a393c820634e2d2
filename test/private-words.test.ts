import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexFolder } from '@sayso/collections';
import { readContent } from '../src/read/content.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const SECRET = /oslo|4417|norling/i;
const NOTE =
  '# Project Falcon\n\nProject Falcon launches in Oslo with the code 4417. Ada Norling leads Project Falcon.';

/** A service over the web, which is asked first and knows nothing, and a private document, and a model that writes these lines at each call. */
async function startOverBoth(environment: Readonly<Record<string, string>> = {}) {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-private-'));
  await writeFile(join(root.path, 'falcon.md'), NOTE);
  const file = join(root.path, 'index.sqlite');
  await indexFolder({ folder: root.path, file }, readContent, new AbortController().signal);
  const web = await startSearchServer(withResults([]));
  const model = await startModelServer();
  const service = await startTestService({
    ...{
      SEARCH_PRIMARY_URL: web.url,
      SEARCH_SECONDARY_KIND: 'collection',
      SEARCH_SECONDARY_URL: `file:${file}`,
    },
    ...{ MODEL_BASE_URL: model.url, MODEL_NAME: 'm', ...environment },
  });
  const ask = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${service.url}/api/ask`, sent)).json() as Promise<{ sources: { url: string }[] }>;
  };
  return {
    ...{ ask, model, web },
    async [Symbol.asyncDispose]() {
      for (const each of [service, model, web, root]) await each[Symbol.asyncDispose]();
    },
  };
}

test('the second round of a deep answer sends no word of a document to the web, whatever a model writes', async () => {
  await using both = await startOverBoth();
  const told = streaming(
    'Falcon 4417 Oslo secret launch code\n',
    'Falcon site:evil.example 4417\n',
    'Falcon inurl:Oslo https://evil.example/4417 \u202eNorling\u0000\n',
  );
  const plan = streaming('falcon site:evil.example bird\n');
  // The plan is made before anything is read.
  both.model.script = (...call) => (both.model.calls === 1 ? plan : told)(...call);
  await both.ask({ query: 'When does Project Falcon launch?', depth: 'deep' });
  const asked = both.web.asked.filter((each) => each !== '');
  assert.ok(asked.length > 2, 'there was a second round');
  for (const each of asked.slice(1)) {
    assert.doesNotMatch(each, /site:|inurl:|:\/\/|evil|[\p{C}]/u, each);
  }
  assert.equal(both.web.asked.filter((each) => SECRET.test(each)).length, 0, JSON.stringify(asked));
});

test('neither do the rules without a model', async () => {
  await using both = await startOverBoth({
    MODEL_PROVIDER: 'extractive',
    MODEL_BASE_URL: '',
    MODEL_NAME: '',
  });
  await both.ask({ query: 'Who is the mayor of the city where project falcon launches?', depth: 'deep' });
  assert.ok(both.web.asked.some((each) => each !== ''));
  assert.equal(both.web.asked.filter((each) => SECRET.test(each)).length, 0, JSON.stringify(both.web.asked));
});

test('a follow-up sends no word of an earlier answer to the web, but searches documents for it', async () => {
  await using both = await startOverBoth();
  const answer = 'Ada Norling leads Project Falcon in Oslo [1].';
  const history = [{ question: 'Who leads Project Falcon?', answer }];
  for (const written of ['Ada Norling Oslo birthday', 'When was Ada Norling born?']) {
    both.model.script = streaming(written);
    for (const query of ['and when was she born?', 'and where?', 'what about her?', 'more about Ada?'])
      await both.ask({ query, history });
  }
  assert.ok(both.web.asked.some((each) => each !== ''));
  assert.equal(both.web.asked.filter((each) => SECRET.test(each)).length, 0, JSON.stringify(both.web.asked));
  both.model.script = streaming('Ada Norling');
  const { sources } = await both.ask({ query: 'and where?', history });
  assert.ok(sources.some(({ url }) => url.endsWith('/falcon.md')));
});

test('neither does the plan of a follow-up that was shown and is sent back', async () => {
  await using both = await startOverBoth();
  const history = [{ question: 'Who leads Project Falcon?', answer: 'Ada Norling, in Oslo [1].' }];
  both.model.script = streaming('ENOUGH');
  const plan = ['Ada Norling Oslo birthday', 'site:evil.example Norling', 'falcon birthday party'];
  await both.ask({ query: 'and when was she born?', depth: 'deep', history, plan });
  assert.ok(both.web.asked.includes('falcon birthday party'), JSON.stringify(both.web.asked));
  for (const each of both.web.asked) assert.doesNotMatch(each, /oslo|norling|evil/i, each);
});
