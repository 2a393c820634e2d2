import de from '@sayso/text/languages/de/instant.json' with { type: 'json' };
import en from '@sayso/text/languages/en/instant.json' with { type: 'json' };
import es from '@sayso/text/languages/es/instant.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/instant.json' with { type: 'json' };
import it from '@sayso/text/languages/it/instant.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/instant.json' with { type: 'json' };
import type { InstantWords, PhraseWords } from './language-words.ts';

const WORDS = [en, de, fr, es, pt, it] as readonly PhraseWords[];
/** English comes first: it answers questions that look the same in every language. */
const LANGUAGES: readonly InstantWords[] = WORDS.map((words) => ({ ...words, writing: words }));
/** A language and a country, with or without a script between them. */
const REGIONAL = /^([a-z]{2})(?:-[a-z]{4})?-[a-z]{2}$/i;

/**
 * The possible languages of a question. `wanted`, a BCP 47 tag, is the language of the answer. `reader` is
 * the language tag of the person who asks: its country decides the decimal mark, for example a point for
 * Mexico and Switzerland. Null if no answer can be written in the wanted language.
 */
export function languagesFor(
  wanted: string | undefined,
  reader: string | undefined,
): readonly InstantWords[] | null {
  const known = withMarksOf(wanted ?? reader);
  if (wanted === undefined) return known;
  const writing = known.find(({ code }) => code === languageOf(wanted));
  return writing === undefined ? null : known.map((lexicon) => ({ ...lexicon, writing }));
}

function withMarksOf(tag: string | undefined): readonly InstantWords[] {
  if (tag === undefined || !REGIONAL.test(tag)) return LANGUAGES;
  const base = LANGUAGES.find(({ code }) => code === languageOf(tag));
  const marks = base === undefined ? null : marksIn(tag);
  if (base === undefined || marks === null || marks.decimalMark === base.decimalMark) return LANGUAGES;
  const regional = { ...base, ...marks };
  return LANGUAGES.map((lexicon) => (lexicon === base ? { ...regional, writing: regional } : lexicon));
}

/**
 * A country's decimal mark and thousands separator, from the runtime's data; null if the decimal mark is
 * neither a point nor a comma.
 */
function marksIn(tag: string): Pick<InstantWords, 'decimalMark' | 'groupMark'> | null {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const markOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const [decimalMark, groupMark = ''] = [markOf('decimal'), markOf('group')];
  return decimalMark === '.' || decimalMark === ',' ? { decimalMark, groupMark } : null;
}

function languageOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase();
}
