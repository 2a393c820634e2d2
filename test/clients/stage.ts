import { serve } from '../support/local-server.ts';
import { startModelServer } from '../support/model-server.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';

/** The text that the model of the stage writes, after the check. */
export const ANSWER = 'An axolotl is a **salamander** [1]. It never grows up [2].';

/** The addresses of the sources, in their order. */
export const SOURCES = ['https://animals.test/axolotl', 'https://lakes.test/xochimilco'];

/** The whole service with a search and a model, for a client to call. */
export async function stageForClients(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  const { url, logged } = service;
  return { search, model, url, logged, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

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
    await stageForClients({
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
