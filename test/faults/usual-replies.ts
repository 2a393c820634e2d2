import { chunk, DONE, usage } from '../support/chat-server.ts';
import { finished, textLine } from '../support/ollama-server.ts';
import type { Usual } from './fault.ts';

const SNIPPET =
  'The axolotl is a salamander that keeps its gills for life. It comes from lakes near Mexico City.';

/** The reply of a SearXNG that found two pages of one site. */
export function searxngReply(site = 'https://animals.test'): Usual {
  const results = ['axolotl', 'xochimilco'].map((path) => ({
    url: `${site}/${path}`,
    title: `About the ${path}`,
    content: SNIPPET,
  }));
  const lists = { answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] };
  return {
    contentType: 'application/json',
    body: JSON.stringify({ query: 'q', results, ...lists }),
    endless: { head: '{"results":[{"url":"https://a.test/","title":"', more: 'axolotl ' },
  };
}

const FOUND = { url: 'https://animals.test/axolotl', title: 'About the axolotl' };

/** What hosted services reply that found one page, by their kind. */
export const HOSTED_REPLIES: Readonly<Record<string, Usual>> = {
  ollama: hosted({ results: [{ ...FOUND, content: SNIPPET }] }),
  firecrawl: hosted({ success: true, data: { web: [{ ...FOUND, description: SNIPPET }] } }),
  linkup: hosted({ results: [{ type: 'text', url: FOUND.url, name: FOUND.title, content: SNIPPET }] }),
  kagi: hosted({ meta: {}, data: { search: [{ ...FOUND, snippet: SNIPPET }] } }),
  jina: hosted({ code: 200, data: [{ ...FOUND, description: SNIPPET }] }),
  'brave-context': hosted({ grounding: { generic: [{ ...FOUND, snippets: [SNIPPET] }] }, sources: {} }),
};

function hosted(reply: object): Usual {
  return { ...searxngReply(), body: JSON.stringify(reply) };
}

/** The reply of a MediaWiki that found one page. */
export const MEDIAWIKI_REPLY: Usual = {
  contentType: 'application/json',
  body: JSON.stringify({
    batchcomplete: true,
    query: {
      pages: [{ index: 1, fullurl: 'https://wiki.test/Axolotl', title: 'Axolotl', extract: SNIPPET }],
    },
  }),
  endless: { head: '{"query":{"pages":[{"title":"', more: 'axolotl ' },
};

/** A page with two paragraphs. */
export const PAGE: Usual = {
  contentType: 'text/html; charset=utf-8',
  body:
    `<!doctype html><title>Axolotl</title><article><h1>Axolotl</h1><p>${`${SNIPPET} `.repeat(4)}</p><p>` +
    `${'An axolotl lives in the water of one lake and grows new legs where it lost some. '.repeat(4)}</p>` +
    '</article>',
  endless: { head: '<!doctype html><title>Axolotl</title><p>', more: 'An axolotl lives in water. ' },
};

const SENTENCES = [
  'An axolotl is a salamander [1]. ',
  'It keeps its gills for life [1]. ',
  'It comes from lakes near Mexico City [1]. ',
  'It grows new legs [1].',
];

/** What an OpenAI-compatible model streams; its first half contains whole sentences. */
export const COMPLETION: Usual = {
  contentType: 'text/event-stream',
  body: [...SENTENCES.map((content) => chunk({ content })), chunk({}, 'stop'), usage(100, 20), DONE].join(''),
  endless: { head: '', more: chunk({ content: 'It grows new legs again and again [1]. ' }) },
};

/** What a model on Ollama streams, and what Ollama reports about it. */
export const OLLAMA_CHAT: Usual = {
  contentType: 'application/x-ndjson',
  body: [...SENTENCES.map(textLine), finished()].join(''),
  endless: { head: '', more: textLine('It grows new legs again and again [1]. ') },
  elsewhere: (path) =>
    path === '/api/chat' ? null : { model_info: { 'llama.context_length': 8192 }, done: true },
};
