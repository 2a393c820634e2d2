import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { type ReceivedQuestion, toReceived } from '../../../../test/support/received-question.ts';
import type { AnswerEvent, Evidence, SearchReport } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { Errand } from '../../../core/run.ts';
import type { SearchRequest } from '../../../core/service.ts';
import type { Hit, Page, PageResult, Source } from '../../../core/source.ts';
import { toolsOf } from '../mcp-server.ts';
import { jsonCost, MAX_RESULT_TOKENS } from './fit.ts';
import type { ToolDeps } from './tool.ts';

const signal = new AbortController().signal;
const statusWith = (llmConfigured: boolean) => ({
  ...{ version: '1', llmConfigured, searchPrimaryUrl: '', searchSecondaryUrl: '' },
});
const tools = toolsOf(statusWith(true));
const aHit: Hit = { url: 'https://a.test/', title: 'A', snippet: 'About A.', publishedAt: '2026-01-02' };
const aSource: Source = {
  index: 1,
  url: 'https://a.test/',
  title: 'A',
  snippet: 'About A.',
  passages: [{ text: 'A is the first letter.', from: 0, to: 22 }],
};

const recordOf = (
  outcome: SearchReport['outcome'],
  { hits = [], ignored = [] }: { hits?: readonly Hit[]; ignored?: readonly 'country'[] } = {},
): SearchReport => ({
  words: 'x',
  outcome,
  hits,
  slot: outcome.status === 'ok' ? 1 : null,
  trail: [{ slot: 1, status: 'ok', cause: '', tookMs: 1, ignored }],
});

/** A service that finds one hit, records its questions, and reports progress. */
function scripted(changes: Partial<ToolDeps['service']> = {}) {
  const asked: (ReceivedQuestion | SearchRequest)[] = [];
  const messages: string[] = [];
  const service: ToolDeps['service'] = {
    async *ask({ question }) {
      asked.push(toReceived(question));
      yield { type: 'sources', sources: [aSource], language: 'en' };
      yield* ended('A [1].', [aSource]);
    },
    async *gather({ question }) {
      asked.push(toReceived(question));
      yield { type: 'page-read', url: aSource.url, tookMs: 1 };
      yield { type: 'gather-end', evidence: evidenceOf([aSource]) };
    },
    async search(request) {
      asked.push(request);
      return recordOf({ status: 'ok' }, { hits: [aHit] });
    },
    read: (url) => Promise.resolve(pageAt(url, 'The text of A. '.repeat(2000))),
    ...changes,
  };
  const deps: ToolDeps = {
    service,
    caller: { name: '' },
    maxQueryChars: 100,
    preferences: { id: 'r1' },
    deadlinesMs: { quick: 5000, deep: 5000 },
    sendProgress: (message) => void messages.push(message),
  };
  const call = (name: string, args: unknown) => {
    const tool = tools.get(name);
    assert.ok(tool !== undefined, name);
    return tool.call(args, deps, signal);
  };
  return { asked, messages, call, deps };
}

function* ended(
  text: string,
  sources: readonly Source[],
  error: string | null = null,
): Generator<AnswerEvent> {
  const times = { searchMs: 0, readMs: 0, selectMs: 0, firstTextMs: 0, writeMs: 0, checkMs: 0, renderMs: 0 };
  yield { type: 'timing', timing: { ...times, totalMs: 0 } };
  const forms = { text, html: '', speech: '', sources, language: 'en', model: 'm' };
  const facts = { slot: 1, tokensUsed: 1, error, errorMissingInText: false } as const;
  yield { type: 'answer-end', answer: { ...forms, ...facts } };
}

function evidenceOf(
  sources: readonly Source[],
  searches = [recordOf({ status: 'ok' }, { hits: [aHit] })],
): Evidence {
  return { meaning: 'x', searches, sources, language: 'en', tokens: 0, calls: 0, isRushed: false };
}

function pageAt(url: string, text: string): PageResult {
  return {
    status: 'read',
    page: { url, title: 'A', text, language: 'en', publishedAt: null, siteName: 'A-Z', author: null },
  };
}

const PAGE: Page = {
  ...{ url: 'https://a.test/', title: 'A', text: 'The text.', language: null },
  ...{ publishedAt: null, siteName: null, author: null },
};

test('there is no tool that needs a model if there is none', () => {
  assert.deepEqual([...tools.keys()], ['ask', 'search', 'fetch', 'context']);
  assert.deepEqual([...toolsOf(statusWith(false)).keys()], ['search', 'fetch', 'context']);
});

test('every tool says that it only reads, and describes itself and each of its arguments', () => {
  for (const { definition } of tools.values()) {
    assert.deepEqual(definition.annotations, {
      ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    });
    assert.deepEqual([definition.inputSchema.type, definition.outputSchema.type], ['object', 'object']);
    assert.equal('$schema' in definition.inputSchema || '$schema' in definition.outputSchema, false);
    assert.ok(definition.description.length > 80, definition.name);
    const { properties, required = [] } = definition.inputSchema as unknown as {
      properties: Record<string, { description?: string }>;
      required?: readonly string[];
    };
    for (const [name, { description }] of Object.entries(properties))
      assert.match(description ?? '', /^[A-Z]\w* \w/, name);
    assert.deepEqual(required, definition.name === 'fetch' ? [] : ['query']);
  }
});

test('ask tells what it searched for and how sure it is, and says so if the answer is cut', async () => {
  const text = 'one two three '.repeat(10_000);
  const { call } = scripted({
    async *ask() {
      for (const event of ended(text, [aSource], 'Time ran out.'))
        yield event.type === 'answer-end'
          ? { ...event, answer: { ...event.answer, searchedFor: 'the letter A' } }
          : event;
    },
  });
  const { answer, ...rest } = (await call('ask', { query: 'A?' })) as { answer: string };
  assert.ok(text.startsWith(answer));
  const cost = jsonCost(answer);
  assert.ok(cost > MAX_RESULT_TOKENS * 0.7 && cost <= MAX_RESULT_TOKENS * 0.8, String(cost));
  assert.deepEqual(rest, {
    ...{ language: 'en', searched_for: 'the letter A' },
    notes: ['Time ran out.', 'The answer was too long and has been cut.'],
    sources: [{ index: 1, title: 'A', url: 'https://a.test/', snippet: 'About A.' }],
  });
});

test('a model is told of its first three mistakes', async () => {
  const args = { query: 7, num_results: 0, language: 1, country: 1 };
  await assert.rejects(scripted().call('search', args), ({ message }: Error) => {
    assert.equal(message.split('; ').length, 3);
    assert.match(message, /^The arguments of `search` are wrong: `query` must be a string; /);
    assert.match(message, /\. Correct this and call the tool again\.$/);
    return true;
  });
});

test('all descriptions together leave room in a small window', () => {
  const cost = jsonCost([...tools.values()].map(({ definition }) => definition));
  assert.ok(cost < 3000, String(cost));
});

test('the scope reaches ask, search and context in the terms of the service', async () => {
  const { asked, call } = scripted();
  const scope = {
    language: 'pt_BR',
    country: 'br',
    since: '2026-01-01',
    until: '2026-02-01',
    sites: 'https://A.test/x, *.b.test',
    exclude_sites: ['www.c.test.'],
  };
  for (const name of ['ask', 'search', 'context'])
    assert.match(
      String((await call(name, { query: 'x', ...scope })).notes),
      /dated from 2026-01-01 up to 2026-02-01 were searched, .* missing\. If that is not what was asked for/,
      name,
    );
  for (const each of asked)
    assert.deepEqual(each.scope, {
      language: 'pt-BR',
      country: 'BR',
      since: '2026-01-01',
      until: '2026-02-01',
      sites: { only: ['a.test', 'b.test'], never: ['www.c.test'] },
    });
});

test('wrong arguments are named, with the right form', async () => {
  const { call } = scripted();
  const wrong = {
    query: ['search', { query: 'x'.repeat(101) }, /`query` must have at most 100 characters/],
    num_results: [
      'search',
      { query: 'x', num_results: 21 },
      /`num_results` must be a whole number from 1 to 20/,
    ],
    since: ['ask', { query: 'x', since: '2026-02-30' }, /`since` must be a day such as 2026-01-31/],
    country: ['ask', { query: 'x', country: 'Germany' }, /`country` must be a country code of two letters/],
    language: [
      'context',
      { query: 'x', language: 'not a language' },
      /`language` must be `auto` or the code of a language/,
    ],
    sites: ['context', { query: 'x', sites: ['no host'] }, /`sites` must be a list of host names/],
    none: ['ask', {}, /`query` must be a string/],
    list: ['ask', ['x'], /arguments of `ask` are wrong/],
    url: ['fetch', {}, /`url` must be given/],
    scheme: ['fetch', { url: 'file:///etc/passwd' }, /must be a complete address that begins with https/],
  } as const;
  for (const [what, [name, args, message]] of Object.entries(wrong))
    await assert.rejects(call(name, args), { code: 'invalid-question', message }, what);
});

test('search reports that nothing was found, and which limits were not applied', async () => {
  const empty = scripted({ search: async () => recordOf({ status: 'empty' }, { ignored: ['country'] }) });
  const { results, notes } = await empty.call('search', { query: 'x', country: 'de' });
  assert.deepEqual(results, []);
  assert.match(String(notes), /Nothing was found.*could not apply: country/);
});

test('a search that failed everywhere is a failure, in search and context', async () => {
  const failed = recordOf({
    status: 'failed',
    cause: 'slot 1 failed',
    retryAfterMs: 2000,
  });
  const { call } = scripted({
    search: async () => failed,
    async *gather() {
      yield { type: 'gather-end', evidence: evidenceOf([], [failed]) };
    },
  });
  for (const name of ['search', 'context'])
    await assert.rejects(call(name, { query: 'x' }), (error: Error & { retryAfterMs?: number }) => {
      assert.match(error.message, /slot 1 failed/);
      return error.retryAfterMs === 2000;
    });
});

test('fetch gives long pages in parts that join to the whole text', async () => {
  const { call, messages } = scripted();
  let whole = '';
  for (let offset: number | undefined = 0, parts = 0; offset !== undefined; parts++) {
    const page = await call('fetch', { url: 'https://a.test/', offset, max_tokens: 2000 });
    const { text, metadata } = page as { text: string; metadata: { next_offset?: number } };
    assert.ok(jsonCost(page) <= 2000);
    whole += text;
    offset = metadata.next_offset;
    assert.ok(parts < 50);
  }
  assert.equal(whole, 'The text of A. '.repeat(2000));
  assert.equal(messages[0], 'Reading a page of a.test');
});

test('fetch gives the facts about a page, and shortens those that leave no room for its text', async () => {
  const fetched = async (facts: Partial<Page>, args: object = {}) => {
    const read = async (url: string): Promise<PageResult> => ({
      status: 'read',
      page: { ...PAGE, url, ...facts },
    });
    return scripted({ read }).call('fetch', { url: ' https://a.test ', ...args });
  };
  const id = 'https://a.test';
  assert.deepEqual(await fetched({}), {
    ...{ id, title: 'A', text: 'The text.', url: 'https://a.test/', metadata: { total_chars: 9 } },
  });
  const known = { language: 'en', publishedAt: '2026-01-31', siteName: 'A-Z', author: 'Ada' };
  assert.partialDeepStrictEqual(await fetched(known, { id: 'x' }), {
    id: 'x',
    metadata: { language: 'en', date: '2026-01-31', site_name: 'A-Z', author: 'Ada' },
  });
  const long = 'one two three '.repeat(200);
  const short = await fetched({ title: long, siteName: long, author: long }, { max_tokens: 400 });
  const { title, text, metadata } = short as unknown as Record<'title' | 'text', string> & {
    metadata: Record<'site_name' | 'author', string>;
  };
  assert.equal(text, 'The text.');
  for (const [part, share] of [
    [title, 4],
    [metadata.site_name, 8],
    [metadata.author, 8],
  ] as const) {
    assert.ok(part !== '' && long.startsWith(part), part);
    assert.ok(jsonCost(part) <= 400 / share + 2, part);
  }
});

test('fetch says how many tokens a long address needs, and continues the page with so many', async () => {
  const url = `https://a.test/${'long-address-'.repeat(100)}`;
  const refusal = await scripted()
    .call('fetch', { url, max_tokens: 200 })
    .then(
      () => '',
      (error: Error) => error.message,
    );
  const least = Number(/`?max_tokens`? must be at least (\d+) for this address/.exec(refusal)?.[1]);
  const page = await scripted().call('fetch', { url, max_tokens: least });
  assert.notEqual((page as { text: string }).text, '');
  assert.ok(jsonCost(page) <= least);
  const longer = `https://a.test/${'x'.repeat(8_192)}`;
  await assert.rejects(scripted().call('fetch', { url: longer }), /at most 8192 characters/);
});

test('fetch says why a page was not read', async () => {
  const refused = scripted({
    read: async () => ({ status: 'skipped', reason: 'it is on a private network' }),
  });
  const message = 'The page was not read: it is on a private network. Try another page.';
  await assert.rejects(refused.call('fetch', { url: 'http://10.0.0.1/' }), { code: 'not-found', message });
  const without = scripted({ read: null });
  await assert.rejects(without.call('fetch', { url: 'https://a.test/' }), /reads no web pages/);
});

test('no result costs more than allowed, whatever was found', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.lorem({ maxCount: 80 }));
  const long = fc.array(text, { minLength: 1, maxLength: 20 }).map((parts) => parts.join('\n').repeat(6));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ long, text }), { maxLength: 10 }),
      fc.integer({ min: 200, max: 20_000 }),
      async (found, maxTokens) => {
        const sources = found.map(({ long, text }, at) => ({
          ...aSource,
          index: at + 1,
          title: text,
          passages: [{ text: long, from: 0, to: long.length }],
        }));
        const hits = found.map(({ long, text }) => ({ ...aHit, title: text, snippet: long }));
        const { call } = scripted({
          async *ask() {
            yield* ended(found.map(({ long }) => long).join(' '), sources);
          },
          async *gather() {
            yield { type: 'gather-end', evidence: evidenceOf(sources) };
          },
          search: async () => recordOf({ status: 'ok' }, { hits }),
          read: async (url) => pageAt(url, found.map(({ long }) => long).join(' ')),
        });
        for (const name of ['ask', 'search'])
          assert.ok(jsonCost(await call(name, { query: 'x' })) <= MAX_RESULT_TOKENS, name);
        const context = await call('context', { query: 'x', max_tokens: maxTokens });
        assert.ok(jsonCost(context) <= maxTokens, `context ${jsonCost(context)} > ${maxTokens}`);
        const page = await call('fetch', { url: 'https://a.test/', max_tokens: maxTokens });
        assert.ok(jsonCost(page) <= maxTokens, 'fetch');
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

test('reading and searching stop when the caller of a tool leaves', async () => {
  const stopped: unknown[] = [];
  const untilLeft = (left: AbortSignal) =>
    new Promise<never>((_, reject) => {
      left.addEventListener('abort', () => {
        stopped.push(left.reason);
        reject(left.reason);
      });
    });
  const service = {
    read: (_: string, { signal: left }: Errand) => untilLeft(left),
    search: (_: unknown, { signal: left }: Errand) => untilLeft(left),
  };
  const { deps } = scripted(service);
  for (const [name, args] of [
    ['fetch', { url: 'https://a.test/' }],
    ['search', { query: 'x' }],
  ] as const) {
    const leaving = new AbortController();
    const calling = tools.get(name)?.call(args, deps, leaving.signal);
    const gone = new Failure('cancelled', 'Gone.');
    leaving.abort(gone);
    await assert.rejects(Promise.resolve(calling), gone);
    assert.equal(stopped.pop(), gone, name);
  }
});
