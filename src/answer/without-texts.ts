import type { Evidence, SearchRecord } from '../core/events.ts';

/**
 * The evidence without the texts from which its sources were selected. Nothing needs them after the
 * selection, and an answer with a slow model would keep megabytes in memory.
 */
export function withoutTexts(evidence: Evidence): Evidence {
  return { ...evidence, pages: new Map(), searches: evidence.searches.map(withoutHitTexts) };
}

function withoutHitTexts(record: SearchRecord): SearchRecord {
  const { outcome } = record;
  if (outcome.status !== 'ok') return record;
  return { ...record, outcome: { ...outcome, hits: outcome.hits.map(({ text: _text, ...hit }) => hit) } };
}
