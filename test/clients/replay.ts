import assert from 'node:assert/strict';
import { filledIn, type RequestFacts, type Values, valuesAt } from './facts.ts';

/** Sends a request of a program to the service. */
export async function send(url: string, facts: RequestFacts, values: Values): Promise<Response> {
  const { method, headers, body } = facts;
  const path = filledIn(facts.path, values, encodeURIComponent);
  const filled = filledIn(headers, { key: 'any', ...values }) as Record<string, string>;
  const { connection: _, ...sent } = filled;
  return fetch(`${url}${path}`, {
    method,
    headers: sent,
    ...(body !== undefined && { body: JSON.stringify(filledIn(body, values)) }),
  });
}

/** The reply as JSON, which must have every field that the program reads. */
export async function readJson(response: Response, { reads }: RequestFacts): Promise<unknown> {
  assert.equal(response.status, 200, await response.clone().text());
  const reply: unknown = await response.json();
  for (const path of reads) assertHas(reply, path);
  return reply;
}

/** The chunks of a stream of events, in which `data: [DONE]` is the last line. */
export async function readEvents(response: Response): Promise<readonly unknown[]> {
  assert.equal(response.status, 200, await response.clone().text());
  assert.match(response.headers.get('content-type') ?? '', /text\/event-stream/);
  const data = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  assert.equal(data.at(-1)?.slice(5).trim(), '[DONE]');
  return data.slice(0, -1).map((line): unknown => JSON.parse(line.slice(5)));
}

/** The lines of JSON of Ollama's interface, each with every field that the program reads. */
export async function readLines(response: Response, { reads }: RequestFacts): Promise<readonly unknown[]> {
  assert.equal(response.status, 200, await response.clone().text());
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const replies = lines.map((line): unknown => JSON.parse(line));
  for (const reply of replies) for (const path of reads) assertHas(reply, path);
  return replies;
}

/** The string at a path, or an empty one. */
export function textAt(reply: unknown, path: string): string {
  const [found] = valuesAt(reply, path);
  return typeof found === 'string' ? found : '';
}

function assertHas(reply: unknown, path: string): void {
  const isThere = valuesAt(reply, path).every((value) => value !== undefined);
  assert.ok(isThere, `the program reads ${path}, but the reply is ${JSON.stringify(reply).slice(0, 500)}`);
}
