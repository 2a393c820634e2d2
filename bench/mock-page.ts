import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockSettings } from './mock-settings.ts';
import { mockSnippet, mockTitle } from './mock-text.ts';

/** The size of a page of the mock web, in characters. */
const PAGE_CHARS = 50_000;
const PARAGRAPH_CHARS = 450;
const LINKS = 40;
const pages = new Map<number, Buffer>();

/**
 * `GET /page/ID`: an article of about 50 KB between navigation, style, script and footer, as news sites send
 * them.
 */
export async function answerPage(
  settings: MockSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = Number(/^\/page\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) {
    response.writeHead(404).end();
    return;
  }
  if (settings.pages.delayMs > 0) await sleep(settings.pages.delayMs);
  const html = pages.get(id) ?? Buffer.from(toHtml(id));
  pages.set(id, html);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
  response.end(html);
}

function toHtml(id: number): string {
  const title = mockTitle(id);
  const links = Array.from(
    { length: LINKS },
    (_, at) => `<li><a href="/page/${id + at}">${mockTitle(at)}</a></li>`,
  );
  const style = '.card{margin:0;padding:4px;color:#333}'.repeat(90);
  let article = `<h1>${title}</h1><p class="byline">By A. Author, 2026-03-10</p>`;
  for (let at = 0; article.length < PAGE_CHARS * 0.8; at++) {
    if (at % 5 === 0) article += `<h2>${mockTitle(id + at)}</h2>`;
    article += `<p>${mockSnippet(id + at, PARAGRAPH_CHARS)}</p>`;
  }
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>` +
    `${style}</style>` +
    `<script>window.state=${JSON.stringify(links)}</script></head><body><header><nav><ul>` +
    `${links.join('')}</ul></nav></header>` +
    `<main><article>${article}</article><aside><h3>Related</h3>${links.join('')}</aside></main><footer>` +
    `${links.join('')}</footer></body></html>`
  );
}
