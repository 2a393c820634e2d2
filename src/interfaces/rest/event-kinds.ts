import type { Depth } from '../../core/question.ts';

/** Names of the events of a stream, in the order in which they come. */
export const KINDS = [
  'begin',
  'plan',
  'search-end',
  'page-read',
  'page-skip',
  'gap',
  'sources',
  'answer-delta',
  'answer-block',
  'marked-block',
  'sentence',
  'statement',
  'support',
  'usage',
  'timing',
  'answer-end',
  'failure',
] as const;
/** The name of an event. */
export type EventKind = (typeof KINDS)[number];

/** Kinds of events that deep answers send without being asked. */
const DEEP: readonly EventKind[] = ['begin', 'plan', 'gap', 'usage'];
/** Kinds of events that need extra work, so they are sent only on request. */
const ON_REQUEST: readonly EventKind[] = ['answer-block', 'marked-block', 'sentence', 'statement', 'support'];
const USUAL_KINDS = KINDS.filter((kind) => !ON_REQUEST.includes(kind) && !DEEP.includes(kind));

/** The kinds named in `?events=`; without any, the usual ones of this depth. `failure` is always sent. */
export function wantedKinds(events: string | null, depth: Depth = 'quick'): ReadonlySet<EventKind> {
  const names = events?.split(',').map((name) => name.trim()) ?? [];
  const wanted = KINDS.filter((kind) => names.includes(kind));
  if (wanted.length > 0) return new Set<EventKind>([...wanted, 'failure']);
  return new Set(depth === 'deep' ? [...DEEP, ...USUAL_KINDS] : USUAL_KINDS);
}
