import robotsModule from 'robots-parser';

/** What the robots.txt of a host says to this service (RFC 9309). */
export type Robots = { readonly allows: (url: URL) => boolean; readonly delayMs: number };

// Its types name a default export, where Node sees the function itself.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

const MAX_DELAY_MS = 30_000;
/** RFC 9309 asks for at least 500 kibibytes. */
const MAX_BYTES = 512_000;
/** Rules with `*` are compared with every place of a path. */
const MAX_WILD_CHARS = 20_000;

export const NO_RULES: Robots = { allows: () => true, delayMs: 0 };

/**
 * The rules for `agent` in what a host answered for its robots.txt. Without readable rules it is off limits while it
 * fails, and open if it has none (RFC 9309, 2.3.1).
 * @throws Error in words while it is off limits
 */
export function toRules(
  url: URL,
  { status, body }: { readonly status: number; readonly body: Uint8Array },
  agent: string,
): Robots {
  if (status >= 500 || status === 429) throw new Error(`its robots.txt answered with status ${status}`);
  if (status !== 200) return NO_RULES;
  const text = Buffer.from(body.subarray(0, MAX_BYTES)).toString('utf8');
  const wild = text.split('\n').filter((line) => line.includes('*') && !/^\s*user-agent/i.test(line));
  if (wild.join('').length > MAX_WILD_CHARS) throw new Error('its robots.txt has too many rules with *');
  const robots = parseRobots(new URL('/robots.txt', url).href, text);
  return {
    allows: (page) => robots.isAllowed(page.href, agent) !== false,
    delayMs: Math.min(MAX_DELAY_MS, (robots.getCrawlDelay(agent) ?? 0) * 1_000),
  };
}
