import { fileURLToPath } from 'node:url';
import { type Child, startChild } from './child.ts';
import { freePort } from './free-ports.ts';
import type { Mocks } from './mock-settings.ts';

/** Whether an answer arrives whole or as it is written. */
export type Form = 'json' | 'stream';

/** The target of a measurement: the minimum, or the service. */
export type Target = {
  readonly name: string;
  readonly url: URL;
  readonly child: Child;
  headers(form: Form): Readonly<Record<string, string>>;
  body(question: string, form: Form): string;
  /** How the first piece of a streamed answer begins. */
  readonly firstText: string;
  /** Whether a reply is a complete answer without errors. */
  isAnswer(reply: string, form: Form): boolean;
};

/** Starts the bare server of `script`. */
export async function startFloor(script: string, mocks: Mocks): Promise<Target> {
  const port = await freePort();
  const env = { PORT: String(port), SEARXNG_URL: mocks.searchUrl, LLM_URL: mocks.modelUrl };
  return {
    name: 'floor',
    url: new URL(`http://127.0.0.1:${port}/api/ask`),
    child: startChild([script], env),
    headers: () => ({}),
    body: (question, form) => JSON.stringify({ question, stream: form === 'stream' }),
    firstText: '"type":"response"',
    isAnswer: (reply, form) =>
      form === 'json'
        ? /"answer":"[^"]/.test(reply)
        : reply.includes('"type":"response"') && reply.includes('"done"'),
  };
}

/** What runs the service: the command of users, which prefers the bundle, or the sources. */
export type Program = 'bin/sayso.js' | 'src/main.ts';

/**
 * Starts the service as `npm start` does, but without page reading, hedging and caches, because the minimum
 * does not have these either.
 */
export async function startService(
  mocks: Mocks,
  env: Readonly<Record<string, string>> = {},
  program: Program = 'bin/sayso.js',
): Promise<Target> {
  const port = await freePort();
  const command = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child = startChild([command, 'serve'], {
    PORT: String(port),
    SEARCH_PRIMARY_URL: mocks.searchUrl,
    SEARCH_TERTIARY_URL: 'off',
    MODEL_BASE_URL: mocks.modelUrl,
    MODEL_API_KEY: 'x',
    MODEL_NAME: 'mock',
    READ_PAGES: 'off',
    HEDGE: 'off',
    ANSWER_CACHE_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });
  return {
    name: 'service',
    url: new URL(`http://127.0.0.1:${port}/api/ask`),
    child,
    headers: (form) => ({ accept: form === 'stream' ? 'text/event-stream' : 'application/json' }),
    body: (question) => JSON.stringify({ query: question }),
    firstText: 'event: answer-delta',
    isAnswer: (reply, form) =>
      reply.includes('"error":null') &&
      /"answer":"[^"]/.test(reply) &&
      /"html_answer":"[^"]/.test(reply) &&
      (form === 'json' || reply.includes('event: answer-end')),
  };
}
