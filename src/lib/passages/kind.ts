import { UNSPACED } from '../text/words.ts';
import phrases from './kinds.json' with { type: 'json' };

/** The kind of thing that a question asks for; `other` if its words do not say. */
export type WantedKind =
  | 'person'
  | 'place'
  | 'date'
  | 'number'
  | 'reason'
  | 'manner'
  | 'name'
  | 'which'
  | 'yesno'
  | 'other';

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** "Is", "does": a yes-or-no question begins with such a word; elsewhere it says nothing. */
const ONLY_FIRST: WantedKind = 'yesno';

const patterns = Object.entries(phrases).map(([name, list]) => {
  const kind = name as WantedKind;
  const all = list.split(', ');
  const spaced = all.filter((phrase) => !HAS_UNSPACED.test(phrase)).join('|');
  const unspaced = all.filter((phrase) => HAS_UNSPACED.test(phrase));
  const words = `${kind === ONLY_FIRST ? '^\\P{L}*' : '(?<![\\p{L}\\p{M}])'}(?:${spaced})(?![\\p{L}\\p{M}])`;
  return { kind, pattern: new RegExp([words, ...unspaced].join('|'), 'u') };
});

/**
 * The kind of thing that a question asks for, by the question words of 18 languages (`kinds.json`, which was
 * compiled for Sayso): the kind whose word comes first, and of two at one place the one that is listed first.
 */
export function kindOf(question: string): WantedKind {
  const text = question.normalize('NFKC').toLowerCase();
  let [first, found]: [number, WantedKind] = [Number.POSITIVE_INFINITY, 'other'];
  for (const { kind, pattern } of patterns) {
    const at = text.search(pattern);
    if (at >= 0 && at < first) [first, found] = [at, kind];
  }
  return found;
}
