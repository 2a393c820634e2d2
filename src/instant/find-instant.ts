import { detectLanguage } from '../core/language.ts';
import { findClock } from './clock.ts';
import { findConversion } from './conversion.ts';
import { findDate } from './dates.ts';
import type { InstantAnswer, InstantFinding } from './finding.ts';
import { findNumeral } from './numerals.ts';
import { type Phrasing, readPhrasing, tidyQuestion } from './phrasing.ts';
import { findSum } from './sum.ts';
import de from './tongues/de.json' with { type: 'json' };
import en from './tongues/en.json' with { type: 'json' };
import es from './tongues/es.json' with { type: 'json' };
import fr from './tongues/fr.json' with { type: 'json' };
import it from './tongues/it.json' with { type: 'json' };
import pt from './tongues/pt.json' with { type: 'json' };
import type { Tongue, TongueCode } from './tongues/tongue.ts';

/** English first: it answers what every language writes alike. */
const TONGUES = [en, de, fr, es, pt, it] as readonly Tongue[];

/**
 * Answers a question that needs no search; null for every other question. It has to be understood as a whole
 * and in one way: if two languages read it differently, the answer says which reading it took, and if it
 * could mean two different things, there is no answer. `preferred` is the language of the answer if the
 * question reads the same in several languages. Takes linear time in the question; never throws.
 */
export function findInstant(
  question: string,
  { nowMs, preferred }: { readonly nowMs: number; readonly preferred?: string },
): InstantAnswer | null {
  const tidy = tidyQuestion(question);
  if (tidy === null) return null;
  const found: TongueFinding[] = [];
  for (const tongue of TONGUES) {
    const asked = readPhrasing(tidy.text, tidy.isEquation, tongue);
    const findings = [
      findSum(asked, tongue),
      findConversion(asked, tongue),
      findDate(asked, tongue, nowMs),
      findClock(asked, tongue, nowMs),
      findNumeral(asked, tongue),
      findGreeting(asked, tongue),
    ].filter((finding) => finding !== null);
    if (findings.length > 1) return null;
    for (const finding of findings) found.push({ finding, language: tongue.code });
  }
  if (found.length === 0) return null;
  return agreed(found, ownLanguage(tidy.text, found) ?? preferred ?? detectLanguage(tidy.text));
}

type TongueFinding = { readonly finding: InstantFinding; readonly language: TongueCode };

/** The language whose units a question names. */
function ownLanguage(text: string, found: readonly TongueFinding[]): TongueCode | undefined {
  const words = text.toLowerCase().split(' ');
  const own = TONGUES.find(({ code, unitWords }) => {
    const names = unitWords.split(' ');
    return found.some(({ language }) => language === code) && words.some((word) => names.includes(word));
  });
  return own?.code;
}

function agreed(found: readonly TongueFinding[], preferred: string | undefined): InstantAnswer | null {
  const [first] = found;
  if (first === undefined) return null;
  const chosen = found.find(({ language }) => language === preferred) ?? first;
  const { text, notes = [], doubts = [] } = chosen.finding;
  const isAgreed = found.every(({ finding }) => finding.value === first.finding.value);
  const said = isAgreed && found.length === 1 ? notes : [...notes, ...doubts];
  // Different values without a mark that explains them are different questions.
  if (!isAgreed && said.length === 0) return null;
  return { text: [text, ...new Set(said)].join('\n\n'), language: chosen.language };
}

/** Replies to a question that is nothing but a greeting or thanks; null for every other question. */
function findGreeting({ whole }: Phrasing, { hello, thanks, says }: Tongue): InstantFinding | null {
  const words = whole.toLowerCase().replace(/,$/, '');
  if (hello.includes(words)) return { text: says.hello, value: 'hello' };
  return thanks.includes(words) ? { text: says.thanks, value: 'thanks' } : null;
}
