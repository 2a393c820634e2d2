/** Names of the events of a stream, in the order in which they come. */
const KINDS = [
  'search-end',
  'page-read',
  'page-skip',
  'sources',
  'answer-delta',
  'answer-block',
  'sentence',
  'support',
  'timing',
  'answer-end',
  'failure',
] as const;
/** The name of an event. */
export type EventKind = (typeof KINDS)[number];

/** Kinds that need extra work, so they come only on request. */
const ON_REQUEST: ReadonlySet<EventKind> = new Set(['answer-block', 'sentence', 'support']);
const USUAL_KINDS: ReadonlySet<EventKind> = new Set(KINDS.filter((kind) => !ON_REQUEST.has(kind)));

/** The kinds named in `?events=`; the usual ones if it is absent or names none. `failure` is always sent. */
export function wantedKinds(events: string | null): ReadonlySet<EventKind> {
  const names = events?.split(',').map((name) => name.trim()) ?? [];
  const wanted = KINDS.filter((kind) => names.includes(kind));
  return wanted.length === 0 ? USUAL_KINDS : new Set<EventKind>([...wanted, 'failure']);
}
