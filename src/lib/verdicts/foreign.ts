import { detectLanguage, UNDETERMINED } from '../text/language.ts';
import type { EvidenceSource } from './source-index.ts';

/** The beginning of a source from which its language is detected, in characters. */
const SAMPLE_CHARS = 600;

/** Whether a source is in another language (a BCP 47 tag) than the answer; false if that is not certain. */
export function isForeign({ title, passages }: EvidenceSource, language: string): boolean {
  const text = [title, ...passages.map((passage) => passage.text)].join('\n');
  const own = detectLanguage(text.slice(0, SAMPLE_CHARS).toLowerCase());
  return own !== UNDETERMINED && own !== language.slice(0, 2).toLowerCase();
}
