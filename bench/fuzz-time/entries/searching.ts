import { ANY_SCOPE } from '../../../src/core/scope.ts';
import type { Upstream } from '../../../src/net/upstream.ts';
import { parseReport } from '../../../src/search/cached-search.ts';
import { createBrave } from '../../../src/search/engines/brave.ts';
import { createDuckduckgo } from '../../../src/search/engines/duckduckgo.ts';
import { createExa } from '../../../src/search/engines/exa.ts';
import { createGooglePse } from '../../../src/search/engines/google-pse.ts';
import { elementsIn, parseMarkup, textIn } from '../../../src/search/engines/html-tree.ts';
import { createKiwix } from '../../../src/search/engines/kiwix.ts';
import { createMarginalia } from '../../../src/search/engines/marginalia.ts';
import { createMediawiki } from '../../../src/search/engines/mediawiki.ts';
import { createMojeek } from '../../../src/search/engines/mojeek.ts';
import { isHostName, withoutSearchSyntax } from '../../../src/search/engines/notation.ts';
import { relaxedQueries } from '../../../src/search/engines/query-relaxation.ts';
import { createSearxng } from '../../../src/search/engines/searxng.ts';
import { offersJson, readSearxngPage } from '../../../src/search/engines/searxng-page.ts';
import { factsOf, isSameHost, tableText, unresponsive } from '../../../src/search/engines/searxng-reply.ts';
import { createSerper } from '../../../src/search/engines/serper.ts';
import { createTavily } from '../../../src/search/engines/tavily.ts';
import { canonicalUrl, mergeHits, plainLines, plainText, toHits } from '../../../src/search/hits.ts';
import type { SearchBackend } from '../../../src/search/search.ts';
import { slotWords } from '../../../src/search/slot.ts';
import type { Entry } from '../entry.ts';
import { LINE, QUESTION, REPLY, SNIPPET, TITLE } from '../limits.ts';
import { replying } from '../replying.ts';
import { hitsOf, never, PLAIN } from '../subjects.ts';

const place = 'loop';
const RESULTS = 50;
/** The text occurs up to sixteen times in a reply. */
const REPLY_PART = REPLY / 16;

/** A question without a particular subject. */
const question = { text: PLAIN, limit: 10, scope: ANY_SCOPE };

type Create = (options: { upstream: Upstream; url: string; key: string; timeoutMs: number }) => SearchBackend;

const adapters: Readonly<Record<string, Create>> = {
  'brave.ts createBrave': createBrave,
  'duckduckgo.ts createDuckduckgo': createDuckduckgo,
  'exa.ts createExa': createExa,
  'google-pse.ts createGooglePse': createGooglePse,
  'kiwix.ts createKiwix': createKiwix,
  'marginalia.ts createMarginalia': createMarginalia,
  'mediawiki.ts createMediawiki': createMediawiki,
  'mojeek.ts createMojeek': createMojeek,
  'searxng.ts createSearxng': createSearxng,
  'serper.ts createSerper': createSerper,
  'tavily.ts createTavily': createTavily,
};

/** The text, divided into as many parts as there are results. */
function partsOf(text: string): string[] {
  const chars = Math.ceil(text.length / RESULTS);
  return Array.from({ length: RESULTS }, (_, at) => text.slice(at * chars, (at + 1) * chars));
}

/** One reply in the format of every service that answers in JSON. */
function jsonReply(text: string): string {
  const items = partsOf(text).map((part, at) => {
    const url = `https://site${at}.test/${encodeURIComponent(part.slice(0, 10).toWellFormed())}`;
    const words = { snippet: part, content: part, description: part, desc: part, text: part, extract: part };
    return {
      url,
      link: url,
      title: part,
      ...words,
      highlights: [part],
      fullurl: url,
      index: at,
      pageid: at,
      ns: 0,
    };
  });
  const fields = { results: items, organic: items, items, query: { pages: items, search: items } };
  const response = { results: items, head: {} };
  return JSON.stringify({ ...fields, web: { results: items }, response, status: 'ok' });
}

function htmlReply(text: string): string {
  const results = partsOf(text).map((part, at) => {
    const link = `<a rel="nofollow" class="result__a" href="https://site${at}.test/">${part}</a>`;
    const page =
      `<article class="result"><h3><a href="https://site${at}.test/">${part}</a></h3><p class="content">` +
      `${part}</p></article>`;
    return (
      `<div class="result results_links web-result">${link}<a class="result__snippet">${part}</a></div>` +
      `${page}`
    );
  });
  return `<html><body><div id="links" class="results">${results.join('')}</div>${text}</body></html>`;
}

function rssReply(text: string): string {
  const items = partsOf(text).map(
    (part, at) =>
      `<item><title>${part}</title><link>/content/book/${at}</link><description>${part}</description></item>`,
  );
  return (
    `<?xml version="1.0"?><rss version="2.0"><channel><title>${PLAIN}</title>${items.join('')}</channel>` +
    '</rss>'
  );
}

const forms: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
  'as it is': ['application/json', (text) => text],
  'JSON fields': ['application/json', (text) => jsonReply(text)],
  HTML: ['text/html', htmlReply],
  'bare HTML': ['text/html', (text) => text],
  RSS: ['application/rss+xml', rssReply],
};
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  'kiwix.ts createKiwix': ['RSS', 'HTML', 'bare HTML'],
  'duckduckgo.ts createDuckduckgo': ['HTML', 'bare HTML'],
  'searxng.ts createSearxng': ['as it is', 'JSON fields', 'HTML', 'bare HTML'],
};
const USUAL_FORMS = ['JSON fields'];

/**
 * Makes a reply of at most two megabytes. The text is cut if its escapes make the reply longer: they can make
 * it six times as long.
 */
function withinLimit(text: string, toReply: (text: string) => string): string {
  const reply = toReply(text);
  if (reply.length <= REPLY) return reply;
  return toReply(text.slice(0, Math.floor((text.length * REPLY) / reply.length)));
}

function backendEntries(name: string, create: Create): Entry[] {
  return (OTHER_FORMS[name] ?? USUAL_FORMS).map((form) => {
    const [contentType, toReply] = forms[form] ?? ['', String];
    return {
      name: `search/engines/${name} (${form})`,
      maxChars: REPLY_PART,
      place,
      prepare: (text) => withinLimit(text, toReply),
      run(reply) {
        const upstream = replying(reply, contentType);
        const backend = create({ upstream, url: 'https://search.test/', key: 'key', timeoutMs: 60_000 });
        return backend.search({ text: PLAIN, limit: 10, scope: { ...ANY_SCOPE, language: 'en' } }, never);
      },
    };
  });
}

export const searchingEntries: readonly Entry[] = [
  ...Object.entries(adapters).flatMap(([name, create]) => backendEntries(name, create)),
  ...Object.entries(adapters).map(([name, create]): Entry => {
    const run = (text: string) =>
      create({
        upstream: replying('{}', 'application/json'),
        url: 'https://search.test/',
        key: 'k',
        timeoutMs: 60_000,
      }).search({ text, limit: 10, scope: { ...ANY_SCOPE, language: 'en' } }, never);
    return { name: `search/engines/${name} (question)`, maxChars: QUESTION, place, run };
  }),
  {
    name: 'search/engines/http-call.ts callJson (error page)',
    maxChars: REPLY_PART,
    place,
    run: (text) =>
      createSearxng({
        upstream: replying(text, 'text/html', 403),
        url: 'https://search.test/',
        timeoutMs: 60_000,
      }).search({ text: PLAIN, limit: 10, scope: { ...ANY_SCOPE, language: 'en' } }, never),
  },
  {
    name: 'search/engines/searxng-page.ts readSearxngPage',
    maxChars: REPLY_PART,
    place,
    prepare: htmlReply,
    run: (html) => readSearxngPage(html, 'https://search.test/', question),
  },
  {
    name: 'search/engines/html-tree.ts parseMarkup',
    maxChars: REPLY,
    place,
    async run(text) {
      const root = await parseMarkup(text, 'html');
      elementsIn(root, 'p').map(textIn);
    },
  },
  { name: 'search/engines/searxng-page.ts offersJson', maxChars: REPLY, place, run: offersJson },
  {
    name: 'search/engines/searxng-reply.ts tableText',
    maxChars: REPLY_PART,
    place,
    run: (text) =>
      tableText({ caption: text.slice(0, TITLE), rows: partsOf(text).map((part) => [part, part]) }),
  },
  {
    name: 'search/engines/searxng-reply.ts factsOf',
    maxChars: REPLY_PART,
    place,
    run: (text) => factsOf({ [text.slice(0, TITLE)]: partsOf(text), parts: { ...partsOf(text) } }),
  },
  {
    name: 'search/engines/searxng-reply.ts isSameHost',
    maxChars: LINE,
    place,
    run: (text) => isSameHost(`http://${text}`, text),
  },
  {
    name: 'search/engines/searxng-reply.ts unresponsive',
    maxChars: REPLY_PART,
    place,
    run: (text) => unresponsive(RESULTS, partsOf(text)),
  },
  {
    name: 'search/engines/query-relaxation.ts relaxedQueries',
    maxChars: QUESTION,
    place,
    run: relaxedQueries,
  },
  {
    name: 'search/engines/notation.ts withoutSearchSyntax',
    maxChars: QUESTION,
    place,
    run: withoutSearchSyntax,
  },
  {
    name: 'search/slot.ts slotWords',
    maxChars: REPLY_PART,
    place,
    run: (text) => slotWords(text, 'SEARCH_PRIMARY'),
  },
  {
    name: 'search/engines/notation.ts isHostName',
    maxChars: 2_048,
    place,
    run: isHostName,
  },
  {
    name: 'search/hits.ts canonicalUrl',
    maxChars: 2_048,
    place,
    run: (text) => canonicalUrl(new URL(`https://a/${text}`)),
  },
  {
    name: 'search/hits.ts plainText',
    maxChars: REPLY_PART,
    place,
    run: (text) => plainText(text, SNIPPET),
  },
  {
    name: 'search/hits.ts plainLines',
    maxChars: REPLY_PART,
    place,
    run: (text) => plainLines(text, 20_000),
  },
  {
    name: 'search/hits.ts toHits',
    maxChars: RESULTS * (TITLE + SNIPPET),
    place,
    run(text) {
      const raw = partsOf(text).map((part, at) => ({
        url: `https://a.test/${at}?${part}`,
        title: part,
        snippet: part,
        text: part,
      }));
      toHits(raw, question);
    },
  },
  {
    name: 'search/hits.ts mergeHits',
    maxChars: LINE,
    place,
    run: (text) => mergeHits([hitsOf(text, text), hitsOf(text, text)], 10),
  },
  {
    name: 'search/cached-search.ts parseReport',
    maxChars: LINE,
    place,
    run: (text) =>
      parseReport({ outcome: { status: 'ok', hits: hitsOf(text, text) }, engine: 'engine_a', trail: [] }),
  },
];
