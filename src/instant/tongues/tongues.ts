import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import type { Tongue, TongueWords } from './tongue.ts';

const WORDS = [en, de, fr, es, pt, it] as readonly TongueWords[];
/** English comes first: it answers questions that look the same in every language. */
const TONGUES: readonly Tongue[] = WORDS.map((words) => ({ ...words, writing: words }));
/** A language and a country, with or without a script between them. */
const REGIONAL = /^([a-z]{2})(?:-[a-z]{4})?-[a-z]{2}$/i;

/**
 * The possible languages of a question. `wanted`, a BCP 47 tag, is the language of the answer. `reader` is
 * the language tag of the person who asks: its country decides the decimal mark, for example a point for
 * Mexico and Switzerland. Null if no answer can be written in the wanted language.
 */
export function tonguesFor(wanted: string | undefined, reader: string | undefined): readonly Tongue[] | null {
  const known = withMarksOf(wanted ?? reader);
  if (wanted === undefined) return known;
  const writing = known.find(({ code }) => code === languageOf(wanted));
  return writing === undefined ? null : known.map((tongue) => ({ ...tongue, writing }));
}

function withMarksOf(tag: string | undefined): readonly Tongue[] {
  if (tag === undefined || !REGIONAL.test(tag)) return TONGUES;
  const own = TONGUES.find(({ code }) => code === languageOf(tag));
  const marks = own === undefined ? null : marksIn(tag);
  if (own === undefined || marks === null || marks.decimalMark === own.decimalMark) return TONGUES;
  const regional = { ...own, ...marks };
  return TONGUES.map((tongue) => (tongue === own ? { ...regional, writing: regional } : tongue));
}

/**
 * A country's decimal mark and thousands separator, from the runtime's data; null if the decimal mark is
 * neither a point nor a comma.
 */
function marksIn(tag: string): Pick<Tongue, 'decimalMark' | 'groupMark'> | null {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const markOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const [decimalMark, groupMark = ''] = [markOf('decimal'), markOf('group')];
  return decimalMark === '.' || decimalMark === ',' ? { decimalMark, groupMark } : null;
}

function languageOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase();
}
