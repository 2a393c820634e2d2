// Without the clock that stands still: a test that imports it stops the clock of every test in its process.
import type { GoldenRequest } from './requests.ts';
import { withoutHashes } from './stored-replies.ts';
import type { World } from './world.ts';

/** What one request of the replay led to. */
export type GoldenReply = {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the service called meanwhile, sorted; a model call is the hash of its body. */
  readonly calls: readonly string[];
};

/** Headers that every reply has and that say nothing about the question. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'etag']);
/** Settings under which no time limit is reached. */
export const PATIENT = {
  HEDGE: 'off',
  SEARCH_TIMEOUT_MS: '600000',
  MODEL_TIMEOUT_MS: '600000',
  READ_TIMEOUT_MS: '600000',
  ANSWER_DEADLINE_MS: '600000',
};

/** Sends one request, and names the servers in the reply as the recorded replies do. */
export async function send(
  { id, method, path, headers = {}, body }: GoldenRequest,
  { world, url }: { readonly world: World; readonly url: string },
): Promise<GoldenReply> {
  const pages = world.settings.PAGE_ALLOW ?? '';
  const sent = typeof body === 'string' ? body : JSON.stringify(body)?.replaceAll('PAGES', pages);
  const reply = await fetch(`${url}${path}`, {
    method: method ?? 'GET',
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  });
  const received = await reply.text();
  const own = new URL(url).host;
  const named = (each: string) =>
    withoutHashes(world.named(each))
      .replaceAll(own, 'sayso.test')
      .replace(/\bsign=[\w-]{22}/g, 'sign=SIGNATURE');
  return {
    id,
    status: reply.status,
    headers: Object.fromEntries(
      [...reply.headers].filter(([name]) => !LEFT_OUT.has(name)).map(([name, value]) => [name, named(value)]),
    ),
    body: withOrderedReads(named(received)),
    calls: world.takeCalls(),
  };
}

/**
 * Pages are read side by side, so the order of their events is left to chance: runs of them are sorted, and
 * keep their numbers.
 */
function withOrderedReads(body: string): string {
  return body.replace(/(?:id: \d+\nevent: page-(?:read|skip)\n(?:.+\n)+\n){2,}/g, (run) => {
    const events = run.split('\n\n').filter(Boolean);
    const ids = events.map((event) => event.slice(0, event.indexOf('\n')));
    const sorted = events.map((event) => event.slice(event.indexOf('\n'))).toSorted();
    return sorted.map((event, at) => `${ids[at]}${event}\n\n`).join('');
  });
}
