import type { Upstream, UpstreamCall, UpstreamReply } from '../../net/upstream.ts';

const MAX_REDIRECTS = 3;

/** True if a redirect asks for the same as the URL before. */
type IsSame = (target: URL, from: URL) => boolean;

/** The first reply that is not a redirect to the same search within the origin, and its URL. */
export async function requestFollowing(
  upstream: Upstream,
  call: UpstreamCall,
  { isSame, signal }: { readonly isSame: IsSame; readonly signal: AbortSignal },
): Promise<{ reply: UpstreamReply; url: string }> {
  const endsAtMs = performance.now() + call.timeoutMs;
  let { url } = call;
  for (let redirectsLeft = MAX_REDIRECTS; ; redirectsLeft--) {
    const leftMs = Math.max(1, Math.round(endsAtMs - performance.now()));
    const current = url === call.url ? call : { ...call, url, timeoutMs: leftMs };
    const reply = await upstream.request(current, signal);
    const target = redirectsLeft > 0 ? redirectWithin(reply, url, isSame) : null;
    if (target === null) return { reply, url };
    url = target;
  }
}

function redirectWithin(reply: UpstreamReply, from: string, isSame: IsSame): string | null {
  const target = reply.status >= 300 && reply.status < 400 ? locationOf(reply, from) : null;
  const source = new URL(from);
  if (target === null || target.origin !== source.origin || !isSame(target, source)) return null;
  return withCredentials(target, from);
}

/** Where a redirect leads; null if it does not say. */
export function locationOf(reply: UpstreamReply, from: string): URL | null {
  const location = reply.headers.location ?? '';
  return location !== '' && URL.canParse(location, from) ? new URL(location, from) : null;
}

function withCredentials(target: URL, from: string): string {
  const { username, password } = new URL(from);
  target.username = username;
  target.password = password;
  return target.href;
}
