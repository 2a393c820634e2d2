import type { IncomingHttpHeaders } from 'node:http';
import { isAheadOfTime } from '../../http/prefetches.ts';
import machineNames from './machine-names.json' with { type: 'json' };

/**
 * Names in the `User-Agent` of programs that request links in messages and pages to preview or index them.
 * They get the form without an answer, because no person is waiting. In lower case.
 */
const MACHINES: readonly string[] = machineNames;

/**
 * Common parts of other names. `Cubot` is a telephone and does not match, because no slash and digit follow
 * its name.
 */
const MACHINE_PATTERN = /bot\/\d|crawler|spider|link ?preview|urlpreview|scraper/;

/**
 * The kind of client that requests the document: a reader waiting for an answer, a client that gets only the
 * form, or one that is refused.
 */
export type PageVisitor = 'reader' | 'form-only' | 'refused';

/**
 * Uses the headers of a request to decide whether somebody is waiting for an answer, because every answer
 * costs a search and a model call. Browsers state the purpose of a request (W3C Fetch Metadata); clients that
 * do not state it count as readers.
 *
 * Refused: prefetches, and requests for anything but a document (`<img src>`, frames, scripts). Form only:
 * programs that make previews or indexes, and documents that another site opened without a click.
 */
export function visitorOf(headers: IncomingHttpHeaders): PageVisitor {
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
