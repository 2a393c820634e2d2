import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../support/local-server.ts';
import { McpCaller } from '../support/mcp-caller.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';

const LONG = 'axolotl '.repeat(900_000 / 8);
const TEXT = 'The axolotl keeps its gills for life. It comes from lakes near Mexico City.';
/** The text, its title and names in the forms of every interface, with much room to spare. */
const MAX_BYTES = 20_000;

/** A longer reply of a search is refused as a whole. */
const MAX_REPLY_BYTES = 2_000_000;

const meta = (name: string) => `<meta property="${name}" content="${LONG}">`;
const ldOf = (field: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', [field]: LONG })}</script>`;

/** The head of a page, with 900 KB in one field. */
const heads: Readonly<Record<string, string>> = {
  title: `<title>${LONG}</title>`,
  'og:title': meta('og:title'),
  description: meta('description'),
  'site name': meta('og:site_name'),
  author: meta('author'),
  date: meta('article:published_time'),
  'locale of Open Graph': meta('og:locale'),
  canonical: `<link rel="canonical" href="https://a.test/${LONG}">`,
  icon: `<link rel="icon" href="/${LONG}">`,
  'headline of JSON-LD': ldOf('headline'),
  'author of JSON-LD': ldOf('author'),
  'publisher of JSON-LD': ldOf('publisher'),
  'date of JSON-LD': ldOf('datePublished'),
  'alternative text': `<img alt="${LONG}">`,
  'link target': `<a href="/${LONG}">a</a>`,
  language: `</head><html lang="${LONG}">`,
};

const json = async (reply: Response) => {
  const text = await reply.text();
  assert.equal(reply.status, 200, text.slice(0, 500));
  return text;
};

test('a page with 900 KB in any one of its fields is small in the replies of every interface', async () => {
  await using site = await serve(({ url }, response) => {
    const head = Object.values(heads)[Number(url?.slice(1))] ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><html><head>${head}</head><body><article><p>${TEXT}</p></article></body>`);
  });
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
    READ_PAGES: 'on',
    READ_TIMEOUT_MS: '30000',
    PAGE_ALLOW: '127.0.0.1/32',
  });
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(json);
  const tool = (name: string, given: object) =>
    new McpCaller(service.url, '2025-06-18').call(name, given).then((result) => {
      assert.notEqual(result.isError, true, JSON.stringify(result).slice(0, 500));
      return JSON.stringify(result);
    });
  for (const [at, name] of Object.keys(heads).entries()) {
    const url = `${site.url}/${at}`;
    const many = LONG.slice(0, MAX_REPLY_BYTES / 8);
    search.script = withResults([
      { url, title: many, content: many, engine: many, thumbnail: many, publishedDate: many },
      { url: `${url}/${many}`, title: 'axolotl', content: TEXT },
    ]);
    const query = 'Where does the axolotl come from?';
    const replies: Readonly<Record<string, string>> = {
      context: await post('/api/context', { query }),
      tavily: await post('/extract', { urls: [url] }),
      ollama: await post('/api/web_fetch', { url }),
      search: await tool('search', { query }),
      fetch: await tool('fetch', { url, max_tokens: 200 }),
    };
    for (const [from, reply] of Object.entries(replies)) {
      assert.ok(reply.length < MAX_BYTES, `${name} in ${from}: ${reply.length} bytes`);
      if (from !== 'search') assert.match(reply, /lakes near Mexico/, `${name} in ${from}`);
    }
  }
});
