import { isStopWord, toWords } from '../../lib/text/words.ts';
import { type Lexicon, lexiconFor } from './lexicon.ts';
import { namesIn } from './names.ts';

/** A word that refers to something said before, as it is written in the question. */
export type Pronoun = { readonly word: string; readonly means: 'person' | 'thing' | 'either' };

/** How a question depends on the conversation before it. */
export type Leaning = {
  readonly lexicon: Lexicon;
  readonly pronoun: Pronoun | null;
  /** The text after words such as `what about`; null if the question does not begin with them. */
  readonly change: string | null;
  readonly names: readonly string[];
  /** The content words. */
  readonly content: readonly string[];
  /** Set if the question asks only for a reason, or only for more. */
  readonly asks: 'reason' | 'more' | 'something';
  /** True if the question is short and has no verb: `how tall?`. */
  readonly isFragment: boolean;
};

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** The maximum number of words of a fragment, or of a question for a reason. */
const SHORT_WORDS = 4;

/** Analyses a question. `before` is the previous question. */
export function leaningOf(text: string, before: string): Leaning {
  const lexicon = lexiconFor(text, before);
  const change = changeIn(text, lexicon);
  const own = change ?? text;
  const words = [...own.matchAll(WORD)].map(([word]) => word);
  const content = contentOf(own, lexicon);
  return {
    lexicon,
    pronoun: pronounIn(words, lexicon),
    change,
    names: namesIn(own),
    content,
    asks: whatItAsks(content, words, lexicon),
    isFragment: words.length <= SHORT_WORDS && !words.some((word) => lexicon.verbs.has(word.toLowerCase())),
  };
}

function contentOf(text: string, { person, any, verbs }: Lexicon): readonly string[] {
  return toWords(text).filter(
    (word) => !isStopWord(word) && !person.has(word) && !any.has(word) && !verbs.has(word),
  );
}

function pronounIn(words: readonly string[], lexicon: Lexicon): Pronoun | null {
  const { person, any, either, pointing, verbs } = lexicon;
  for (const [at, word] of words.entries()) {
    // Inside a sentence, a capital marks the polite `Sie` and a title such as `It`.
    const small = at === 0 ? word.toLowerCase() : word;
    const next = words[at + 1];
    const points = pointing.has(small) && (next === undefined || verbs.has(next));
    if (person.has(small)) return { word, means: 'person' };
    if (points || any.has(small)) return { word, means: either.has(small) ? 'either' : 'thing' };
  }
  return null;
}

function whatItAsks(
  content: readonly string[],
  words: readonly string[],
  { more, reasons }: Lexicon,
): Leaning['asks'] {
  const small = words.map((word) => word.toLowerCase());
  if (small.some((word) => more.has(word)) && content.every((word) => more.has(word))) return 'more';
  const isReason =
    words.length <= SHORT_WORDS && small.every((word) => reasons.has(word) || isStopWord(word));
  return isReason && content.every((word) => reasons.has(word)) ? 'reason' : 'something';
}

function changeIn(text: string, { openers }: Lexicon): string | null {
  const plain = text.replace(/^[\s¿¡"'“«(]+/u, '');
  const start = plain.slice(0, 100).toLowerCase().replaceAll("'", '’');
  const opener = openers.find(
    (each) => start.startsWith(each) && !/^[\p{L}\p{N}]/u.test(start.slice(each.length)),
  );
  return opener === undefined ? null : plain.slice(opener.length).replace(/^[\s,:–-]+/u, '');
}
