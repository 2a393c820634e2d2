import { toSentences } from '../../core/sentences.ts';
import type { Source } from '../../core/terms.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import { namesIn } from '../condense/names.ts';
import { distinct } from './split-question.ts';

const MAX_NAMES = 3;
/** The characters of a source that are looked at. */
const MAX_CHARS = 4000;

/**
 * Names in the sources that the question lacks and that no source is about, the most promising first: those
 * in sentences with most of the question's words. The answer to a question of two steps is often on the page
 * of such a name. Linear time.
 */
export function bridgeNames(question: string, sources: readonly Source[]): readonly string[] {
  const asked = termsOf(question);
  const known = new Set([...asked, ...sources.flatMap(({ title }) => [...termsOf(title)])]);
  const worth = new Map<string, number>();
  for (const { passages } of sources) {
    const text = passages
      .map((passage) => passage.text)
      .join('\n')
      .slice(0, MAX_CHARS);
    for (const sentence of toSentences(text)) {
      const shared = [...termsOf(sentence)].filter((term) => asked.has(term)).length;
      if (shared === 0) continue;
      for (const name of namesIn(sentence)) {
        // A year is a name of nothing that could be searched for.
        if (!/\p{L}/u.test(name) || [...termsOf(name)].every((term) => known.has(term))) continue;
        worth.set(name, (worth.get(name) ?? 0) + shared);
      }
    }
  }
  const names = [...worth].sort(([, one], [, other]) => other - one).map(([name]) => name);
  return distinct(names, [question]).slice(0, MAX_NAMES);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(
    toWords(text)
      .filter((word) => !isStopWord(word))
      .map(stem),
  );
}
