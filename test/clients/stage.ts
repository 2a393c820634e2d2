import { startModelServer } from '../support/model-server.ts';
import { startSearchServer } from '../support/search-server.ts';
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
  return { search, model, url: service.url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
