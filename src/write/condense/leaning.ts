import { detectLanguage } from '../../core/language.ts';
import { isStopWord, toWords } from '../../core/words.ts';
import { namesIn } from './names.ts';
import { REFERENCES, type References } from './references.ts';

/** How a question leans on what was said before it. */
export type Leaning = {
  readonly references: References;
  /** The pronoun it has, as written, and whether it stands for somebody. */
  readonly pronoun: { readonly word: string; readonly isPerson: boolean } | null;
  /** What follows words such as `what about`; null where it does not begin with them. */
  readonly change: string | null;
  readonly names: readonly string[];
  /** The words that mean something by themselves. */
  readonly content: readonly string[];
  /** It asks for a reason, or for more, and nothing else. */
  readonly asks: 'reason' | 'more' | 'something';
  /** No verb: `how tall?`. */
  readonly isFragment: boolean;
};

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const FRAGMENT_WORDS = 4;

/** Takes a question apart. `before` is what was asked before it, whose language it has where it is too short to tell. */
export function leaningOf(text: string, before: string): Leaning {
  const references = referencesFor(text, before);
  const change = changeIn(text, references);
  const words = [...(change ?? text).matchAll(WORD)].map(([word]) => word);
  const [person, any] = [setOf(references.person), setOf(references.any)];
  const [pointing, verbs] = [setOf(references.pointing ?? ''), setOf(references.verbs)];
  // A capital makes `Sie` polite and `It` a title, unless the sentence begins with it.
  const small = words.map((word, at) => (at === 0 ? word.toLowerCase() : word));
  const at = small.findIndex(
    (word, here) =>
      person.has(word) ||
      any.has(word) ||
      (pointing.has(word) && verbs.has(small[here + 1] ?? verbs.values().next().value ?? '')),
  );
  const word = words[at];
  const empty = (each: string) => isStopWord(each) || person.has(each) || any.has(each) || verbs.has(each);
  const content = toWords(change ?? text).filter((each) => !empty(each));
  return {
    references,
    pronoun: word === undefined ? null : { word, isPerson: person.has(word.toLowerCase()) },
    change,
    names: namesIn(change ?? text),
    content,
    asks: whatItAsks(content, words, references),
    isFragment: words.length <= FRAGMENT_WORDS && !words.some((each) => verbs.has(each.toLowerCase())),
  };
}

function whatItAsks(
  content: readonly string[],
  words: readonly string[],
  references: References,
): Leaning['asks'] {
  const [more, reasons] = [setOf(references.more), setOf(references.reasons)];
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word.toLowerCase()));
  if (content.every((word) => more.has(word)) && has(more)) return 'more';
  const isReason =
    words.length <= FRAGMENT_WORDS &&
    words.every((word) => reasons.has(word.toLowerCase()) || isStopWord(word.toLowerCase()));
  return content.every((word) => reasons.has(word)) && isReason ? 'reason' : 'something';
}

function referencesFor(text: string, before: string): References {
  const known = [text, before, `${before} ${text}`]
    .map(detectLanguage)
    .find((code) => REFERENCES[code] !== undefined);
  const references = REFERENCES[known ?? 'en'] ?? REFERENCES.en;
  if (references === undefined) throw new Error('There are no English references.');
  return references;
}

function changeIn(text: string, { openers }: References): string | null {
  const plain = text.replace(/^[\s¿¡"'“«(]+/u, '');
  const start = plain.toLowerCase().replaceAll("'", '’');
  for (const opener of openers.split(', ')) {
    if (!start.startsWith(opener) || /^[\p{L}\p{N}]/u.test(start.slice(opener.length))) continue;
    return plain.slice(opener.length).replace(/^[\s,:–-]+/u, '');
  }
  return null;
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
