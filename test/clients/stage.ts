import { serve } from '../support/local-server.ts';
import { withResults } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';

/** The text that the model of the stage writes, after the check. */
export const ANSWER = 'An axolotl is a **salamander** [1]. It never grows up [2].';

/** The addresses of the sources, in their order. */
export const SOURCES = ['https://animals.test/axolotl', 'https://lakes.test/xochimilco'];

const TEXT = 'The axolotl keeps its gills for life. It can grow a lost leg again within a few weeks. ';

/** The service with a page that it can read. */
export async function stageWithPage(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const site = stack.use(
    await serve((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><html lang="en"><title>Axolotl</title><article><p>${TEXT.repeat(8)}</p></article>`,
      );
    }),
  );
  const on = stack.use(
    await startStage({
      READ_PAGES: 'on',
      READ_TIMEOUT_MS: '60000',
      PAGE_ALLOW: '127.0.0.1/32',
      ...environment,
    }),
  );
  on.search.script = withResults([
    { url: `${site.url}/a`, title: 'Axolotl', content: 'It keeps its gills.' },
  ]);
  return { ...on, page: `${site.url}/a`, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
