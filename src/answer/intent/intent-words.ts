import ar from '../../lib/text/languages/ar/intent.json' with { type: 'json' };
import de from '../../lib/text/languages/de/intent.json' with { type: 'json' };
import en from '../../lib/text/languages/en/intent.json' with { type: 'json' };
import es from '../../lib/text/languages/es/intent.json' with { type: 'json' };
import fr from '../../lib/text/languages/fr/intent.json' with { type: 'json' };
import it from '../../lib/text/languages/it/intent.json' with { type: 'json' };
import ja from '../../lib/text/languages/ja/intent.json' with { type: 'json' };
import nl from '../../lib/text/languages/nl/intent.json' with { type: 'json' };
import pt from '../../lib/text/languages/pt/intent.json' with { type: 'json' };
import ru from '../../lib/text/languages/ru/intent.json' with { type: 'json' };
import zh from '../../lib/text/languages/zh/intent.json' with { type: 'json' };
import { createLists, type IntentLists } from './intent-lists.ts';

/** The words by which the purpose of a message is recognised, in one language. */
export type IntentWords = {
  /** The language as an ISO 639-1 code. */
  readonly code: string;
  /** True if it is written without spaces between words. */
  readonly isSpaceless: boolean;
  readonly lists: IntentLists;
};

/** The languages without spaces between words. */
const SPACELESS: ReadonlySet<string> = new Set(['ja', 'zh']);
/** The letters of the languages, by script. */
const SCRIPTS: readonly (readonly [letter: RegExp, codes: readonly string[]])[] = [
  [/\p{Script=Latin}/u, ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']],
  [/\p{Script=Cyrillic}/u, ['ru']],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, ['ja']],
  [/\p{Script=Han}/u, ['zh']],
  [/\p{Script=Arabic}/u, ['ar']],
];
/** The length of the beginning and of the end of a text that show its script. */
const EDGE_CHARS = 500;

const ALL: readonly IntentWords[] = [en, de, fr, es, pt, it, nl, ru, ja, zh, ar].map(
  ({ code, ...texts }) => ({ code, isSpaceless: SPACELESS.has(code), lists: createLists(code, texts) }),
);
const BY_SCRIPT = SCRIPTS.map(([letter, codes]) => ({
  letter,
  words: ALL.filter(({ code }) => codes.includes(code)),
}));

/** The words of the languages that a text may be in, by its script. */
export function intentWordsFor(text: string): readonly IntentWords[] {
  const edges = text.slice(0, EDGE_CHARS) + text.slice(-EDGE_CHARS);
  return BY_SCRIPT.flatMap(({ letter, words }) => (letter.test(edges) ? words : []));
}
