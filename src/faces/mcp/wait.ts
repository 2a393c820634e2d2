import type { FastifyRequest } from 'fastify';
import { timeShareMs } from '../../answer/budget.ts';
import { preferredWaitSeconds } from '../http/prefer.ts';

/**
 * The longest time that a call may take, in milliseconds: `Prefer: wait=9` (RFC 7240), or `?wait=9` in the
 * address for clients in which only an address can be entered; at most `mostMs`.
 */
export function waitOf({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>, mostMs: number): number {
  const inAddress = new URL(url, 'http://localhost').searchParams.get('wait');
  const fields = [inAddress === null ? [] : `wait=${inAddress}`, headers.prefer ?? []].flat();
  const seconds = preferredWaitSeconds(fields.join(', '));
  if (seconds === null) return mostMs;
  const waitMs = seconds * 1000;
  return Math.min(mostMs, waitMs - timeShareMs('wayOut', waitMs));
}
