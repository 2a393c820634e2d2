import type { DatabaseSync } from 'node:sqlite';
import { detectLanguage, UNDETERMINED } from '../lib/text/language.ts';
import { translateQuestion } from '../lib/text/translate-question.ts';

/** How many parts, spread over the collection, are looked at, and how much of each. */
const SAMPLES = 24;
const SAMPLE_CHARS = 1_500;
/** A language of fewer samples may be that of a quoted text. */
const LEAST_SAMPLES = 2;

/** The languages of the texts in a collection, as ISO 639-1 codes, by a sample. */
export function collectionLanguages(database: DatabaseSync): readonly string[] {
  const ids = database.prepare('select id from parts order by id').all();
  const textOf = database.prepare('select substr(text, 1, ?) as text from parts where id = ?');
  const step = Math.max(1, Math.floor(ids.length / SAMPLES));
  const counts = new Map<string, number>();
  const sampled = ids.filter((_, at) => at % step === 0);
  for (const { id } of sampled) {
    const language = detectLanguage(String(textOf.get(SAMPLE_CHARS, id ?? 0)?.text));
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const least = Math.min(LEAST_SAMPLES, sampled.length);
  return [...counts].flatMap(([code, count]) => (count >= least && code !== UNDETERMINED ? [code] : []));
}

/** A question, followed by its words in the other languages of the texts. */
export function inLanguages(question: string, languages: readonly string[]): string {
  const others = languages.flatMap((language) => translateQuestion(question, language) ?? []);
  return [question, ...others.flat()].join(' ');
}
