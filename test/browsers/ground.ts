import type { RequestListener } from 'node:http';
import {
  answerWith,
  begin,
  type ChatCall,
  type ChatScript,
  chunk,
  DONE,
  startChatServer,
} from '../support/chat-server.ts';
import { HOSTILE_MARKDOWN } from '../support/hostile-markdown.ts';
import { serve } from '../support/local-server.ts';
import { pageAt } from '../support/page-host.ts';
import { hostile, scripts } from '../support/page-scripts.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { hostileHtml, hostileTexts } from '../support/xss-payloads.ts';
import { overhear } from './overhear.ts';

/** The services that the page is tested with. Errors of both services are collected in one place. */
export type Ground = AsyncDisposable & {
  /** The real service, with a search, pages and a model that follow the test's instructions. */
  readonly url: string;
  /** The page on a service that shows any answer, even one that the real service would have held back. */
  readonly scriptedUrl: string;
  /** The words that were searched for. */
  readonly asked: readonly string[];
  /** What the model received, newest last. */
  readonly calls: readonly ChatCall[];
  /** Lets the model finish an answer that it writes slowly. */
  goOn(): void;
  complaints(): readonly string[];
};

/** The text of a web page, which contains more than the excerpt in the search results. */
const PAGE = `<!doctype html><html lang="en"><title>Axolotl</title><body><article><h1>Axolotl</h1>
<p>The axolotl is a salamander that keeps its gills for its whole life, which zoologists call neoteny.</p>
<p>It comes from the lakes near Mexico City, where the water stays cool and still through all of the year.</p>
</article></body></html>`;

/** The sentence of that page on which the answers are based. */
export const SENTENCE =
  'The axolotl is a salamander that keeps its gills for its whole life, which zoologists call neoteny.';

const TITLES = ['Axolotl', 'Lakes'];
/** The second is of a page whose text does not fit, so that it is shown as the search returned it. */
const HOSTILE_TITLES = ['Axolotl', "'-alert(1)-'", ...hostileTexts];
/** The text that the model writes about it, in two pieces. */
const [BEGINNING, END] = ['The axolotl keeps its gills for life [1].', '\n\nIts home is a lake [2].'];

/** Starts all services; nothing leaves this machine. */
export async function prepareGround(): Promise<Ground> {
  await using starting = new AsyncDisposableStack();
  const held = Promise.withResolvers<void>();
  const pages = starting.use(await serve(sendPage));
  const search = starting.use(
    await startSearchServer((response, incoming) => {
      const isHostile = incoming.url?.includes('hostile') === true;
      withResults(hits(pages.url, isHostile ? HOSTILE_TITLES : TITLES))(response, incoming);
    }),
  );
  const chat = starting.use(await startChatServer(writeAnswer(held.promise)));
  const service = starting.use(
    await startTestService({
      SEARCH_PRIMARY_URL: search.url,
      MODEL_BASE_URL: chat.url,
      MODEL_NAME: 'served-model',
      READ_PAGES: 'on',
      PAGE_ALLOW: new URL(pages.url).host,
    }),
  );
  const scripted = starting.use(
    await startScriptedService((question) => scripts[question] ?? hostile(hostileTexts, hostileHtml)),
  );
  const real = starting.use(await overhear(service.url));
  const shown = starting.use(await overhear(scripted.url));
  const started = starting.move();
  return {
    url: real.url,
    scriptedUrl: shown.url,
    asked: search.asked,
    calls: chat.calls,
    goOn: held.resolve,
    complaints: () => [...real.complaints, ...shown.complaints],
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Two pages, because pages of the same text would be one source. Of other results, only the excerpt is known. */
const sendPage: RequestListener = ({ url = '/' }, response) => {
  const page = [PAGE, pageAt(url)][Number(/^\/(\d+)\?/.exec(url)?.[1])];
  response
    .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    .end(page);
};

function hits(pagesUrl: string, titles: readonly string[]): object[] {
  return titles.map((title, at) => ({
    url: `${pagesUrl}/${at}?${encodeURIComponent(title)}`,
    title,
    content: `${title} and what is told of it.`,
  }));
}

/** Writes at once, slowly, without end or maliciously, depending on the question. */
function writeAnswer(held: Promise<void>): ChatScript {
  return (response, { body }) => {
    const prompt = JSON.stringify(body);
    if (prompt.includes('hostile'))
      return answerWith(response, [BEGINNING, ...HOSTILE_MARKDOWN.map((text) => `\n\n${text}`)]);
    if (!/slowly|for ever/.test(prompt)) return answerWith(response, [BEGINNING, END]);
    begin(response);
    response.write(chunk({ content: `${BEGINNING}\n\nAnd` }));
    if (prompt.includes('slowly'))
      void held.then(() => response.end(`${chunk({ content: ' so on.' })}${chunk({}, 'stop')}${DONE}`));
  };
}
