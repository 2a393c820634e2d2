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
import { hostile, scripts } from '../support/page-scripts.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { hostileHtml, hostileTexts } from '../support/xss-payloads.ts';
import { overhear } from './overhear.ts';

/** What the page is played against. Complaints of both services come to one place. */
export type Ground = AsyncDisposable & {
  /** The real service, with a search, pages and a model that do as they are told. */
  readonly url: string;
  /** The page on a service that shows any answer, also what the real one would have held back. */
  readonly scriptedUrl: string;
  /** What was searched for. */
  readonly asked: readonly string[];
  /** What the model was sent, the newest last. */
  readonly calls: readonly ChatCall[];
  /** Lets the model finish what it writes slowly. */
  goOn(): void;
  complaints(): readonly string[];
};

/** What a page of the web says, with more than the search tells of it. */
const PAGE = `<!doctype html><html lang="en"><title>Axolotl</title><body><article><h1>Axolotl</h1>
<p>The axolotl is a salamander that keeps its gills for its whole life, which zoologists call neoteny.</p>
<p>It comes from the lakes near Mexico City, where the water stays cool and still through all of the year.</p>
</article></body></html>`;

/** The sentence of that page that the answers stand on. */
export const SENTENCE =
  'The axolotl is a salamander that keeps its gills for its whole life, which zoologists call neoteny.';

const TITLES = ['Axolotl', 'Lakes'];
/** What the model writes of it, in two pieces. */
const [BEGINNING, END] = ['The axolotl keeps its gills for life [1].', '\n\nIts home is a lake [2].'];

/** Starts all of it; nothing leaves this machine. */
export async function prepareGround(): Promise<Ground> {
  await using starting = new AsyncDisposableStack();
  const held = Promise.withResolvers<void>();
  const pages = starting.use(await serve(sendPage));
  const search = starting.use(
    await startSearchServer((response, incoming) => {
      const isHostile = incoming.url?.includes('hostile') === true;
      withResults(hits(pages.url, isHostile ? hostileTexts : TITLES))(response, incoming);
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

const sendPage: RequestListener = (_incoming, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
};

function hits(pagesUrl: string, titles: readonly string[]): object[] {
  return titles.map((title, at) => ({
    url: `${pagesUrl}/${at}?${encodeURIComponent(title)}`,
    title,
    content: `${title} and what is told of it.`,
  }));
}

/** Writes at once, slowly, without an end or with malice, as the question asks for. */
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
