import { isStopWord } from '@sayso/text/words.ts';
import type { SpokenWords } from '../languages/locale.ts';
import type { Rule } from './rule.ts';

/** A ring, which also marks degrees: `el 2º piso`, `un ángulo de 45º`. */
const RING = /\d[º°]$/;
/** Words before an ordinal. */
const ARTICLE = new RegExp(
  String.raw`(?<!\p{L})(?:el|al|del|su|este|ese|o|ao|do|no|pelo|os|artigo|art\.|artículo` +
    '|parágrafo|inciso|il|lo|dal|nel|sul|suo|i) $',
  'iu',
);
/** Words before a measure. */
const BEFORE_DEGREES =
  /(?<!\p{L})(?:de|di|da|a|até|hasta|entre|tra|fra|y|e|unos|circa|com|con|por|per|uns) $/iu;
const NOUN = /^ (\p{Ll}{3,})(?![\p{L}'’])/u;
const DIRECTIONS: ReadonlySet<string> = new Set(
  (
    'norte sur sul este leste oeste nord sud est ovest celsius fahrenheit centígrados latitud ' +
    'latitude latitudine rispetto'
  ).split(' '),
);
/** How many characters on each side of an ordinal are examined. */
const REACH = 24;

/** Ordinals of digits and letters (`21st`, `3.ª`, `2e`) in words, if the language has words for them. */
export function createOrdinalRule(locale: SpokenWords): Rule {
  const { ordinal, ordinalForm } = locale;
  if (ordinal === null || ordinalForm === null) return (text) => text;
  return (text) =>
    text.replace(ordinalForm, (written: string, figures: string, ending: string, at: number) => {
      const end = at + written.length;
      const before = text.slice(Math.max(0, at - REACH), at);
      const after = text.slice(end, end + REACH);
      const hasRing = RING.test(written);
      if (hasRing && isDegrees(before, after)) return written;
      // Spanish shortens `primero` and `tercero` before a noun: `el primer piso`.
      const form = hasRing && locale.code === 'es' && hasNoun(after) ? 'er' : ending.toLowerCase();
      return ordinal(Number(figures.replaceAll(',', '')), form) ?? written;
    });
}

function isDegrees(before: string, after: string): boolean {
  if (/^ [CF](?!\p{L})/u.test(after) || DIRECTIONS.has(NOUN.exec(after)?.[1] ?? '')) return true;
  return !ARTICLE.test(before) && (BEFORE_DEGREES.test(before) || !hasNoun(after));
}

function hasNoun(after: string): boolean {
  const next = NOUN.exec(after)?.[1];
  return next !== undefined && !isStopWord(next);
}
