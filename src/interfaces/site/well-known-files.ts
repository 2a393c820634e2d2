import { escapeHtml } from '@sayso/text/escape-html.ts';
import { originOf } from '../http/foreign-pages.ts';
import type { App } from '../http/interface.ts';

/**
 * `robots.txt` (RFC 9309): the site may be indexed, answers may not be crawled, because each costs a model
 * call.
 */
const robots = `User-agent: *
Disallow: /search
Disallow: /api/
Disallow: /*?q=
Allow: /
`;

/**
 * `llms.txt` (llmstxt.org): instructions for programs that use this service. `{origin}` is replaced by the
 * origin of the service.
 */
const llms = `# Sayso

> A self-hosted answer engine: it searches the web, reads the pages and answers a question in a \
few sentences with numbered sources.

Ask with one request. The answer is JSON with \`answer\` (Markdown, citations as [n]), \
\`speakable_text\` and \`sources\` (\`index\`, \`title\`, \`url\`). It takes a few seconds.

- Ask: \`GET {origin}/api/v1/query?q=QUESTION\`, or \`POST {origin}/api/v1/query\` with {"query": "QUESTION"}
- With snippets, HTML and the conversation so far: \`POST {origin}/api/ask\` with {"query": \
"QUESTION", "num_sources": 5, "history": [{"question": "...", "answer": "..."}]}
- Other forms by \`Accept\`: text/plain, text/markdown, text/html, application/ssml+xml, text/event-stream
- The longest time to wait: \`Prefer: wait=SECONDS\`

If the service needs a key, send it as \`Authorization: Bearer KEY\`. After 429 or 503, wait as \
long as \`Retry-After\` says. Do not crawl answers: each costs a search and a call of a language model.

## Interface

- [OpenAPI 3.1]({origin}/openapi.json): every path, field and error
- [Health]({origin}/api/health): version and configuration
- [The page]({origin}/): for people
`;

/** The OpenSearch 1.1 description, with which a browser can search here from its address bar. */
function openSearch(origin: string): string {
  const base = escapeHtml(origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Sayso</ShortName>
  <Description>Ask the web; get an answer you can read, hear and check.</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" method="get" template="${base}/?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`;
}

/**
 * Files for crawlers and browsers: the path of each file, its type, and its content for callers that used
 * this origin.
 */
const FILES: readonly (readonly [path: string, type: string, content: (origin: string) => string])[] = [
  ['/robots.txt', 'text/plain; charset=utf-8', () => robots],
  ['/llms.txt', 'text/plain; charset=utf-8', (origin) => llms.replaceAll('{origin}', () => origin)],
  ['/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8', openSearch],
];

/** `GET /robots.txt`, `/llms.txt` and `/opensearch.xml`. Like the site, they need no key. */
export function serveWellKnownFiles(app: App): void {
  for (const [url, type, content] of FILES) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { open: true },
      handler: async (request, reply) =>
        reply
          .type(type)
          .header('cache-control', 'public, max-age=3600')
          .header('vary', 'Host')
          .send(content(originOf(request))),
    });
  }
}
