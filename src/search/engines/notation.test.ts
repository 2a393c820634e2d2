import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text as bodyOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { hostedCalls } from '../../../test/support/hosted-search.ts';
import fc from '../../../test/support/properties.ts';
import { json, outcomeAt, page } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE, type Scope, type ScopePart } from '../../core/scope.ts';
import type { Upstream } from '../../net/upstream.ts';
import { ignoredParts } from '../scope.ts';
import { type SafeSearchLevel, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from '../search.ts';
import { duckduckgo } from './duckduckgo.ts';
import { kiwix } from './kiwix.ts';
import { mediawiki } from './mediawiki.ts';
import { safeSearchParameters, sentParts, withoutSearchSyntax } from './notation.ts';
import { exa, firecrawl, jina, linkup, ollama, parallel, tavily } from './searches-for-models.ts';
import { searxng } from './searxng.ts';
import { brave, braveContext, googlePse, kagi, marginalia, mojeek, serper } from './web-indexes.ts';

/** The parameters of a call, in its URL or its body. */
async function sent(create: typeof brave.open, safesearch: SafeSearchLevel, address = ''): Promise<object> {
  const [call] = await hostedCalls(create, json({}), { safesearch, address });
  return { ...call?.parameters, ...(typeof call?.body === 'object' ? call.body : {}) };
}

/** The parameters that a call has only because of the filter. */
async function added(create: typeof brave.open, safesearch: SafeSearchLevel): Promise<object> {
  const usual = new Set(Object.keys(await sent(create, null)));
  return Object.fromEntries(
    Object.entries(await sent(create, safesearch)).filter(([name]) => !usual.has(name)),
  );
}

test('safe search is sent in the terms of each service, and not to services without one', async () => {
  const cases = [
    [brave.open, { safesearch: 'strict' }, { safesearch: 'off' }],
    [googlePse.open, { safe: 'active' }, { safe: 'off' }],
    [marginalia.open, { nsfw: '1' }, { nsfw: '0' }],
    [exa.open, {}, {}],
  ] as const;
  for (const [create, whenStrict, whenLoose] of cases) {
    assert.deepEqual(await added(create, '2'), whenStrict, create.name);
    assert.deepEqual(await added(create, '0'), whenLoose, create.name);
  }
});

test('the parameters in the URL take precedence', async () => {
  const call = await sent(brave.open, '2', '/res/v1/web/search?safesearch=off');
  assert.deepEqual(call, { safesearch: 'off', q: 'x', count: '10' });
});

test('of the levels of safe search of a question and of the operator, the stricter one is sent', () => {
  const notation = { safesearch: ['safe', { 0: 'no', 1: 'some', 2: 'all' }] } as const;
  const sent = (safesearch: '0' | '1' | '2' | null, safeSearch?: 'off' | 'moderate' | 'strict') =>
    safeSearchParameters(
      notation,
      safesearch,
      safeSearch === undefined ? ANY_SCOPE : { ...ANY_SCOPE, safeSearch },
    ).safe;
  assert.equal(sent(null), undefined);
  assert.equal(sent(null, 'off'), 'no');
  assert.equal(sent('1', 'strict'), 'all');
  assert.equal(sent('2', 'off'), 'all');
  assert.ok(sentParts(notation).has('safe_search'));
  assert.ok(!sentParts({}).has('safe_search'));
});

const PARTS: readonly ScopePart[] = ['language', 'country', 'since', 'until', 'sites.only', 'sites.never'];
const SINCE = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
const UNTIL = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
const AFTER = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
const SCOPE: Scope = {
  language: 'de',
  country: 'AT',
  since: SINCE,
  until: UNTIL,
  sites: { only: ['a.test', 'B.test'], never: ['c.a.test'] },
};

type Result = { readonly url: string; readonly date: string };
type Options = { upstream: Upstream; url: string; key: string; timeoutMs: number };
type Case = {
  readonly create: (options: Options) => SearchBackend;
  readonly reply: (results: readonly Result[]) => unknown;
  /** The parameters that the scope adds or changes. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** True for back-ends that say when a page was published. */
  readonly hasDates?: true;
};

const short = (day: string) => day.replaceAll('-', '');
const american = (day: string) => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$2/$3/$1');
const ALL_SITES = 'x (site:a.test OR site:B.test) -site:c.a.test';
const html = (results: readonly Result[]) => {
  const items = results.map(
    ({ url }) =>
      `<div class="result web-result"><h2><a class="result__a" href="${url}">${url}</a></h2></div>`,
  );
  return `<html><body><div id="links">${items.join('')}</div></body></html>`;
};
const rss = (results: readonly Result[]) => {
  const items = results.map(({ url }) => `<item><title>${url}</title><link>${url}</link></item>`);
  return `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;
};

/** What most services call the address and the title of a result, and its date if `dateName` says how. */
const hitsOf = (results: readonly Result[], dateName?: string, time = '') =>
  results.map(({ url, date }) => ({
    ...{ url, title: url },
    ...(dateName !== undefined && { [dateName]: `${date}${time}` }),
  }));
const cases: Readonly<Record<string, Case>> = {
  searxng: {
    create: searxng.open,
    reply: (results) => ({ results: hitsOf(results, 'publishedDate', 'T08:00:00') }),
    sent: { language: 'de-AT', time_range: 'month' },
    hasDates: true,
  },
  mediawiki: {
    create: mediawiki.open,
    reply: (results) => ({
      batchcomplete: true,
      query: { pages: results.map(({ url }, index) => ({ index, fullurl: url, title: url })) },
    }),
    sent: {},
  },
  kiwix: { create: kiwix.open, reply: rss, sent: {} },
  brave: {
    create: brave.open,
    reply: (results) => ({ web: { results: hitsOf(results, 'page_age', 'T08:00:00') } }),
    sent: { q: ALL_SITES, search_lang: 'de', country: 'AT', freshness: `${SINCE}to${UNTIL}` },
    hasDates: true,
  },
  'brave-context': {
    create: braveContext.open,
    reply: (results) => ({
      grounding: { generic: hitsOf(results) },
      sources: Object.fromEntries(results.map(({ url, date }) => [url, { age: ['in words', date, 'ago'] }])),
    }),
    sent: {
      goggles: '$discard\n$site=a.test\n$site=B.test\n$discard,site=c.a.test',
      search_lang: 'de',
      country: 'AT',
      freshness: `${SINCE}to${UNTIL}`,
    },
    hasDates: true,
  },
  tavily: {
    create: tavily.open,
    reply: (results) => ({ results: hitsOf(results, 'published_date') }),
    sent: {
      country: 'austria',
      start_date: SINCE,
      end_date: UNTIL,
      include_domains: ['a.test', 'B.test'],
      exclude_domains: ['c.a.test'],
    },
    hasDates: true,
  },
  exa: {
    create: exa.open,
    reply: (results) => ({ results: hitsOf(results, 'publishedDate', 'T08:00:00.000Z') }),
    sent: {
      userLocation: 'AT',
      startPublishedDate: `${SINCE}T00:00:00.000Z`,
      endPublishedDate: `${UNTIL}T23:59:59.999Z`,
      includeDomains: ['a.test', 'B.test'],
      excludeDomains: ['c.a.test'],
    },
    hasDates: true,
  },
  'parallel` with a key': {
    create: parallel.open,
    reply: (results) => ({ results: hitsOf(results, 'publish_date') }),
    sent: { source_policy: { include_domains: ['a.test', 'B.test'], exclude_domains: ['c.a.test'] } },
    hasDates: true,
  },
  firecrawl: {
    create: firecrawl.open,
    reply: (results) => ({ success: true, data: { web: hitsOf(results) } }),
    sent: {
      country: 'AT',
      tbs: `cdr:1,cd_min:${american(SINCE)},cd_max:${american(UNTIL)}`,
      includeDomains: ['a.test', 'B.test'],
    },
  },
  ollama: {
    create: ollama.open,
    reply: (results) => ({ results: hitsOf(results) }),
    sent: {},
  },
  linkup: {
    create: linkup.open,
    reply: (results) => ({ results: results.map(({ url }) => ({ url, name: url })) }),
    sent: {
      fromDate: SINCE,
      toDate: UNTIL,
      includeDomains: ['a.test', 'B.test'],
      excludeDomains: ['c.a.test'],
    },
  },
  kagi: {
    create: kagi.open,
    reply: (results) => ({ meta: {}, data: { search: hitsOf(results, 'time', 'T08:00:00Z') } }),
    sent: {
      filters: { region: 'AT', after: SINCE, before: UNTIL },
      lens: { sites_included: ['a.test', 'B.test'], sites_excluded: ['c.a.test'] },
    },
    hasDates: true,
  },
  jina: {
    create: jina.open,
    reply: (results) => ({ data: hitsOf(results) }),
    sent: { hl: 'de', gl: 'at' },
  },
  serper: {
    create: serper.open,
    reply: (results) => ({ organic: results.map(({ url }) => ({ link: url, title: url })) }),
    sent: {
      q: ALL_SITES,
      hl: 'de',
      gl: 'at',
      tbs: `cdr:1,cd_min:${american(SINCE)},cd_max:${american(UNTIL)}`,
    },
  },
  'google-pse': {
    create: googlePse.open,
    reply: (results) => ({ items: results.map(({ url }) => ({ link: url, title: url })) }),
    sent: { q: ALL_SITES, hl: 'de', gl: 'at', sort: `date:r:${short(SINCE)}:${short(UNTIL)}` },
  },
  mojeek: {
    create: mojeek.open,
    reply: (results) => ({ response: { status: 'OK', results: hitsOf(results), head: {} } }),
    sent: { rb: 'AT', rbb: '10', since: short(SINCE), before: short(AFTER) },
  },
  marginalia: {
    create: marginalia.open,
    reply: (results) => ({ results: hitsOf(results) }),
    sent: {},
  },
  duckduckgo: {
    create: duckduckgo.open,
    reply: html,
    sent: { q: ALL_SITES, kl: 'at-de', df: `${SINCE}..${UNTIL}` },
  },
};

/** The parameters of the first call in this scope, and the outcome. */
async function search({ create, reply }: Case, results: readonly Result[], scope: Scope) {
  const calls: Record<string, unknown>[] = [];
  const body = reply(results);
  const outcome = await outcomeAt(
    async (request, response) => {
      const inUrl = Object.fromEntries(new URL(request.url ?? '', 'http://x').searchParams);
      const posted = await bodyOf(request);
      const inBody = posted.startsWith('{')
        ? JSON.parse(posted)
        : Object.fromEntries(new URLSearchParams(posted));
      calls.push({ ...inUrl, ...inBody });
      const type: Record<string, string> = String(body).startsWith('<rss')
        ? { 'content-type': 'application/rss+xml' }
        : {};
      (typeof body === 'string' ? page(body, 200, type) : json(body))(request, response);
    },
    (upstream, url) => create({ upstream, url, key: 'k', timeoutMs: 60_000 }),
    { text: 'x', scope, limit: 10 },
  );
  return { sent: calls[0] ?? {}, outcome };
}

const INSIDE = ['https://a.test/1', 'https://sub.a.test/2', 'https://b.test/3'];
const OUTSIDE = ['https://c.a.test/4', 'https://deep.c.a.test/5', 'https://nota.test/6', 'https://d.test/7'];
const at = (date: string) => (url: string) => ({ url, date });

test('each back-end sends the parts of a scope that its service knows', async () => {
  for (const [kind, one] of Object.entries(cases)) {
    const { sent: usual } = await search(one, INSIDE.map(at(UNTIL)), ANY_SCOPE);
    const { sent } = await search(one, INSIDE.map(at(UNTIL)), SCOPE);
    const changed = Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(usual[name], value));
    assert.deepEqual(Object.fromEntries(changed), one.sent, kind);
  }
});

test('services that know a single site get only one, and none that is not a host name', async () => {
  const only = (...sites: string[]): Scope => ({ ...ANY_SCOPE, sites: { only: sites, never: [] } });
  for (const kind of ['searxng', 'mojeek', 'marginalia', 'jina'] as const) {
    const one = cases[kind];
    assert.ok(one);
    const words = async (scope: Scope) => {
      const { sent } = await search(one, INSIDE.map(at(UNTIL)), scope);
      return sent.q ?? sent.s ?? sent.query;
    };
    assert.equal(await words(only('a.test')), 'x site:a.test', kind);
    assert.equal(await words(only('a.test OR secret')), 'x', kind);
  }
});

test('sites are enforced on the hits of every back-end, the period where hits have dates', async () => {
  for (const [kind, one] of Object.entries(cases)) {
    const results = [
      ...OUTSIDE.map(at(UNTIL)),
      { url: 'https://a.test/early', date: '2001-01-01' },
      { url: 'https://b.test/late', date: AFTER },
      ...INSIDE.map(at(SINCE)),
    ];
    const { outcome } = await search(one, results, SCOPE);
    assert.ok(outcome.status === 'ok', kind);
    const undated = one.hasDates ? [] : ['https://a.test/early', 'https://b.test/late'];
    assert.deepEqual(outcome.hits.map(({ url }) => url).sort(), [...undated, ...INSIDE].sort(), kind);
  }
});

test('a period older than the longest time range is not sent to a SearXNG, and it says so', async () => {
  const { searxng } = cases;
  assert.ok(searxng);
  const { sent, outcome } = await search(searxng, INSIDE.map(at('2020-05-05')), {
    ...ANY_SCOPE,
    since: '2020-01-01',
  });
  assert.equal(sent.time_range, undefined);
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(outcome.unsent, ['since']);
});

test('a SearXNG says that a period was ignored if a page without a date may be older', async () => {
  const { searxng } = cases;
  assert.ok(searxng);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [ago, range, isIgnored] of [
    [5, 'week', true],
    [7, 'week', false],
  ] as const) {
    const scope = { ...ANY_SCOPE, since: day(ago) };
    const undated = await search(searxng, [{ url: 'https://a.test/', date: 'unknown' }], scope);
    assert.equal(undated.sent.time_range, range);
    const of = (outcome: SearchOutcome) => ignoredParts(scope, new Set(['since']), outcome);
    assert.deepEqual(of(undated.outcome), isIgnored ? ['since'] : [], range);
    assert.deepEqual(of((await search(searxng, INSIDE.map(at(day(2))), scope)).outcome), []);
  }
});

test('a SearXNG that finds nothing on a site is asked without the operator', async () => {
  const asked: (string | null)[] = [];
  const outcome = await outcomeAt(
    (request, response) => {
      const words = new URL(request.url ?? '', 'http://x').searchParams.get('q');
      asked.push(words);
      const results = words === 'x' ? [{ url: 'https://a.test/1', title: 'A' }] : [];
      json({ results })(request, response);
    },
    (upstream, url) => searxng.open({ upstream, url, timeoutMs: 60_000 }),
    { scope: { ...ANY_SCOPE, sites: { only: ['a.test'], never: [] } } },
  );
  assert.deepEqual(asked, ['x site:a.test', 'x']);
  assert.equal(outcome.status, 'ok');
});

test('the documentation says for each back-end which parts of a scope are sent, checked and ignored', () => {
  const options = { upstream: {} as Upstream, url: 'http://x/', key: 'k', timeoutMs: 1 };
  const rows = Object.entries(cases).map(([kind, { create, hasDates = false }]) => {
    return rowOf(kind, create(options).sends, hasDates);
  });
  const documentation = readFileSync(new URL('../../../docs/backends.md', import.meta.url), 'utf8');
  const table = [...rows, rowOf('collection', SENDS_NOTHING, false)].join('\n');
  for (const row of table.split('\n'))
    assert.ok(documentation.includes(row), `docs/backends.md lacks\n${table}`);
});

function rowOf(kind: string, sends: ReadonlySet<ScopePart>, hasDates: boolean): string {
  const list = (parts: readonly ScopePart[]) => parts.map((part) => `\`${part}\``).join(', ') || 'nothing';
  const dates: readonly ScopePart[] = hasDates ? ['since', 'until'] : [];
  const isIgnored = (part: ScopePart) =>
    !sends.has(part) && !dates.includes(part) && !part.startsWith('sites.');
  const columns = [PARTS.filter((part) => sends.has(part)), dates, PARTS.filter(isIgnored)];
  return `| ${kind.includes('`') ? `\`${kind}` : `\`${kind}\``} | ${columns.map(list).join(' | ')} |`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python takes them for blanks.
const PYTHON_BLANKS = /[\s\u001c-\u001f\u0085]+/u;

test('removes the commands from a question and keeps the words', () => {
  const cases: Record<string, string> = {
    '!!g quokka': 'g quokka',
    'what is !wp a bang': 'what is wp a bang',
    ':fr quokka': 'fr quokka',
    '<4 quokka': '< 4 quokka',
    '<850': '< 850',
    '!!<4 x': '< 4 x',
    ':!:en x': 'en x',
    '?images cats': 'images cats',
    'a\u001c!g': 'a g',
    'is 3 <² really': 'is 3 < ² really',
    '!! !': '',
    '': '',
  };
  for (const [question, text] of Object.entries(cases)) assert.equal(withoutSearchSyntax(question), text);
});

test('does not change ordinary questions', () => {
  for (const question of [
    'What is the capital of Angola?',
    'Hello, world! What time is it: now?',
    'when is a<b and 5 < 6',
    '¿Cuál es la capital?',
    'x != y <- z',
  ]) {
    assert.equal(withoutSearchSyntax(question), question.replace(' !=', ' ='));
  }
});

test('leaves no command', () => {
  const text = fc.string({
    unit: fc.constantFrom('!', ':', '<', '?', '4', 'g', ' ', '\t', '\u0085', '²', '٣', 'ä'),
  });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (question) => {
      for (const token of withoutSearchSyntax(question).split(PYTHON_BLANKS)) {
        assert.doesNotMatch(token, /^(?:[!?:]|<[\p{Nd}\p{No}])/u);
      }
    }),
    { numRuns: 250 },
  );
});
