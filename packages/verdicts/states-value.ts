import { toSentences } from '@sayso/text/sentences.ts';
import { agree } from './agree.ts';
import type { Value } from './value.ts';
import { toValues } from './values.ts';

/** What may stand beside the numbers of a wanted text without another meaning. */
const BESIDE = /(?:\b(?:about|around|approximately|the|of|on|in|and|st|nd|rd|th)\b|[^\p{L}\p{N}])+/giu;

/**
 * Whether a sentence of a text states the number or the date that `wanted` consists of, in any notation: `12
 * March 2001` is in "on 2001-03-12", and `5 km` in "3.1 miles". A number that is rounded more than the wanted
 * one is another one. False if `wanted` has other words. `language` is a BCP 47 tag. Takes linear time.
 */
export function statesValue(text: string, wanted: string, language: string): boolean {
  const sought = toValues(wanted, language);
  if (sought.length === 0 || hasOtherWords(wanted, sought)) return false;
  return toSentences(text, language).some((sentence) => {
    const stated = toValues(sentence, language).map((value) => ({ ...value, tolerance: 0 }));
    return sought.every((value) => stated.some((other) => agree(value, other)));
  });
}

function hasOtherWords(text: string, values: readonly Value[]): boolean {
  const rest = values.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text);
  return rest.replace(BESIDE, '') !== '';
}
