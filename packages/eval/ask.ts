import { setTimeout } from 'node:timers/promises';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { containsAnswer } from './grade.ts';
import { EvalFailure, type EvalRecord, type LostStep, type StatementCount } from './record.ts';
import type { EvalQuestion } from './sets.ts';

/** What came back for a question, before it is graded. */
type EvalReply = Pick<EvalRecord, 'text' | 'model' | 'failure' | 'statements' | 'tokens'>;

/** What is asked. Both functions throw a ServerError if there is no reply. */
export type EvalTarget = {
  /** What it is, for the report. */
  readonly name: string;
  ask(question: EvalQuestion, signal: AbortSignal): Promise<EvalReply>;
  /** The step at which a right answer was lost; absent if the server does not show its steps. */
  whereLost?(question: EvalQuestion, signal: AbortSignal): Promise<LostStep>;
};

/** A server, and how it is asked. */
type Server = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string | undefined;
  /** The longest time for a reply, in milliseconds. */
  readonly timeoutMs: number;
};

/** How a Sayso answers. */
type AskOptions = { readonly depth: string; readonly maxSources: number };

/** Why a server did not reply. */
export class ServerError extends Error {
  /** How long to wait before it is asked again, in milliseconds; null if that would not help. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null) {
    super(message);
    this.name = 'ServerError';
    this.waitMs = waitMs;
  }
}

/** A running Sayso, asked over its own interface. */
export function saysoAt(server: Server & AskOptions, name: string): EvalTarget {
  const bodyOf = ({ question, asOf, pages }: EvalQuestion) => ({
    query: question,
    num_sources: server.maxSources,
    ...(asOf !== null && pages === null && { until: asOf }),
  });
  return {
    name,
    async ask(question, signal) {
      const body = { ...bodyOf(question), depth: server.depth, verdicts: true };
      const reply = await post(server, '/api/ask', body, signal);
      // That nothing was found counts as no answer.
      const text = textIn(reply, 'problem') === 'nothing-found' ? '' : textIn(reply, 'answer');
      const error = textIn(reply, 'error');
      const problem = textIn(reply, 'problem');
      // The service then shows passages, but the model is asked again.
      if (error !== '' && WITHOUT_MODEL.has(problem)) throw new ServerError(error, waitIn(error));
      const isEmpty = text.trim() === '' && problem !== 'nothing-found';
      return {
        ...{ text, model: textIn(reply, 'model') },
        failure: isEmpty ? error || 'The answer is empty.' : null,
        statements: countStatements(fieldOf(reply, 'statements')),
        tokens: numberIn(reply, 'tokens_used'),
      };
    },
    async whereLost(question, signal) {
      const context = await post(server, '/api/context', bodyOf(question), signal);
      if (containsAnswer(textIn(context, 'text'), question)) return 'writing';
      const hits =
        question.pages ?? fieldOf(await post(server, '/api/search', bodyOf(question), signal), 'results');
      return containsAnswer(textsIn(hits), question) ? 'selection' : 'search';
    },
  };
}

/** The problems of an answer that the model has not written. */
const WITHOUT_MODEL: ReadonlySet<string> = new Set(['quoted', 'model-failed']);

function countStatements(statements: unknown): StatementCount {
  const verdicts = (Array.isArray(statements) ? statements : []).map((each) => textIn(each, 'verdict'));
  const countOf = (verdict: string) => verdicts.filter((each) => each === verdict).length;
  return { supported: countOf('supported'), differs: countOf('differs'), notFound: countOf('not-found') };
}

/** The titles, excerpts and texts of search results. */
function textsIn(results: unknown): string {
  const texts = (Array.isArray(results) ? results : []).map((hit) =>
    ['title', 'snippet', 'text'].map((name) => textIn(hit, name)).join('\n'),
  );
  return texts.join('\n');
}

/** Any API like that of OpenAI, which gets nothing but the question. */
export function modelAt(server: Server, model: string | null): EvalTarget {
  return {
    name: `${model ?? 'its first model'} at ${new URL(server.url).host}`,
    async ask({ question }, signal) {
      const reply = await callModel(server, model, [{ role: 'user', content: question }], signal);
      return { ...reply, failure: reply.text.trim() === '' ? 'The answer is empty.' : null };
    },
  };
}

/** A message to a model. */
type Message = { readonly role: 'system' | 'user'; readonly content: string };

/** Calls a model once; without a name, the first that its server lists. */
export async function callModel(
  server: Server,
  name: string | null,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<Pick<EvalReply, 'text' | 'model' | 'tokens'>> {
  const model = name ?? (await firstModel(server, signal));
  const reply = await post(server, '/chat/completions', { model, messages }, signal);
  const choices = fieldOf(reply, 'choices');
  const text = textIn(fieldOf(Array.isArray(choices) ? choices[0] : undefined, 'message'), 'content');
  const estimated = [...messages.map(({ content }) => content), text].map(estimateTokens);
  const tokens =
    numberIn(fieldOf(reply, 'usage'), 'total_tokens') ?? estimated.reduce((sum, each) => sum + each, 0);
  return { text, model, tokens };
}

async function firstModel(server: Server, signal: AbortSignal): Promise<string> {
  const models = fieldOf(await call(server, '/models', {}, signal), 'data');
  const name = textIn(Array.isArray(models) ? models[0] : undefined, 'id');
  if (name === '') throw new EvalFailure(`${server.url} lists no model: name one with --model.`);
  return name;
}

/**
 * Finds out what a server is. An address that ends in `/v1` is taken as it is; otherwise Sayso is recognised
 * by `/api/health`, and everything else is expected to have OpenAI's chat completions below `/v1`.
 * @throws EvalFailure for an address that is none, or that cannot be reached
 */
export async function findTarget(
  { url: address, model, ...server }: Server & AskOptions & { readonly model: string | null },
  signal: AbortSignal,
): Promise<EvalTarget> {
  const url = address.replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new EvalFailure(`--server: ${address} is not the address of a server.`);
  if (url.endsWith('/v1')) return modelAt({ ...server, url }, model);
  const health = await call({ ...server, url }, '/api/health', {}, signal).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TypeError')
      throw new EvalFailure(`--server: ${address} cannot be reached.`, { cause: error });
    return null;
  });
  return typeof fieldOf(health, 'llm_configured') === 'boolean'
    ? saysoAt({ ...server, url }, `Sayso at ${new URL(url).host}`)
    : modelAt({ ...server, url: `${url}/v1` }, model);
}

function post(server: Server, path: string, body: object, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  return call(server, path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
}

/** The most bytes of a reply that are read. */
const MAX_REPLY_CHARS = 4_000_000;
/** Statuses of servers that have no room at the moment. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);

async function call(
  { url, key, timeoutMs }: Server,
  path: string,
  request: Pick<RequestInit, 'method' | 'body'> & { readonly headers?: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}${path}`, {
      ...request,
      headers: { ...request.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = (await response.text()).slice(0, MAX_REPLY_CHARS);
    if (response.ok) return parseBoundedJson(text);
    if (response.status === 401) throw new EvalFailure('The server wants a key; set SAYSO_API_KEY.');
    const waitS = Number(response.headers.get('retry-after') ?? Number.NaN);
    const busyMs = Number.isNaN(waitS) ? FIRST_WAIT_MS : 1000 * waitS;
    throw new ServerError(
      `The server replied with status ${response.status}.`,
      BUSY.has(response.status) ? busyMs : null,
    );
  } catch (error) {
    if (!signal.aborted && timeout.aborted)
      throw new ServerError(`The server did not reply within ${timeoutMs / 1000} s.`);
    if (error instanceof SyntaxError) throw new ServerError('The server did not reply with JSON.');
    throw error;
  }
}

/** How long to wait for a model that Sayso says has had too many requests; null for another failure. */
function waitIn(error: string): number | null {
  if (!/\(status (?:429|503|529)\)/.test(error)) return null;
  const [, seconds] = /in (\d{1,6}) s\b/.exec(error) ?? [];
  return seconds === undefined ? FIRST_WAIT_MS : 1000 * Number(seconds);
}

/** How often a call is made, if its server has no room. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 600_000;

/**
 * Makes calls wait for rate limits: when a server asks one of them to wait, all of them wait, and each further
 * time twice as long. Throws the error of a call that fails in any other way, or too often.
 * @param onWait gets the length of each wait, in milliseconds
 */
export function waitingForRoom(onWait: (waitMs: number) => void) {
  let closedUntilMs = 0;
  return async <Output>(call: () => Promise<Output>, signal: AbortSignal): Promise<Output> => {
    for (let attempt = 1; ; attempt++) {
      while (closedUntilMs > performance.now())
        await setTimeout(closedUntilMs - performance.now(), undefined, { signal });
      try {
        return await call();
      } catch (error) {
        const waitMs = error instanceof ServerError && attempt < MAX_ATTEMPTS ? error.waitMs : null;
        if (waitMs === null || signal.aborted) throw error;
        const longerMs = Math.min(MAX_WAIT_MS, Math.max(waitMs, FIRST_WAIT_MS * 2 ** (attempt - 1)));
        closedUntilMs = Math.max(closedUntilMs, performance.now() + longerMs);
        onWait(longerMs);
      }
    }
  };
}

function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

function numberIn(value: unknown, name: string): number | null {
  const number = fieldOf(value, name);
  return typeof number === 'number' ? number : null;
}
