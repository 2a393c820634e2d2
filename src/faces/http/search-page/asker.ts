import type { IncomingHttpHeaders } from 'node:http';
import { isAheadOfTime } from '../unasked.ts';
import { MACHINE_PATTERN, MACHINES } from './machines.ts';

/** Who wants the document: somebody who waits for an answer, something that gets the form alone, or what is refused. */
export type Asker = 'reader' | 'form-only' | 'refused';

/**
 * Decides by the headers of a request whether somebody is waiting for an answer, since every answer costs a search and a call of
 * the model. Browsers say why they ask (W3C Fetch Metadata); clients that say nothing are readers.
 *
 * Refused: what is fetched ahead of time, and what is no document (`<img src>`, frames, scripts). The form alone: programs that
 * make previews or indexes, and documents another site opened without anybody's click.
 */
export function askerOf(headers: IncomingHttpHeaders): Asker {
  if (isAheadOfTime(headers)) return 'refused';
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return 'refused';
  if (isMachine(headers['user-agent'] ?? '')) return 'form-only';
  const isCrossSite = headers['sec-fetch-site'] === 'cross-site';
  return isCrossSite && headers['sec-fetch-user'] !== '?1' ? 'form-only' : 'reader';
}

function isMachine(userAgent: string): boolean {
  const name = userAgent.toLowerCase();
  return MACHINES.some((machine) => name.includes(machine)) || MACHINE_PATTERN.test(name);
}
