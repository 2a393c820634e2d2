/** A field of untrusted JSON; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** How many tools a body calls: a single message, or a batch as clients of 2025-03-26 may send it. */
export function countToolCalls(body: unknown): number {
  return [body].flat().filter((message) => fieldOf(message, 'method') === 'tools/call').length;
}

/**
 * True for a request to be told about changes. There are none: the tools change only with the version, and
 * each such request would hold a connection forever. Only a request that is right otherwise is meant, because
 * the others get an error that says what is wrong with them.
 */
export function asksForChanges(body: unknown, headers: Readonly<Record<string, unknown>>): boolean {
  const method = fieldOf(body, 'method');
  return method === 'subscriptions/listen' && headers['mcp-method'] === method;
}
