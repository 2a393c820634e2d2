import { createUpstream, type Upstream } from '../../src/net/upstream.ts';

/** A real upstream for one test; `await using` it. */
export function testUpstream(): Upstream & AsyncDisposable {
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)' });
  return { ...upstream, [Symbol.asyncDispose]: () => upstream.close() };
}
