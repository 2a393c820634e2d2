import type { ChatScript } from './chat-server.ts';
import { startModelServer } from './model-server.ts';
import { startSearchServer } from './search-server.ts';
import { startTestService } from './service.ts';

/** The whole service with a search and a model; disposed, all three end. */
export async function startStage(settings: Readonly<Record<string, string>> = {}, script?: ChatScript) {
  await using stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer(script));
  const both = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
  const { url, logged } = stack.use(await startTestService({ ...both, ...settings }));
  /** Sends JSON; a text is sent as it is. */
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const held = stack.move();
  return { search, model, url, logged, post, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
