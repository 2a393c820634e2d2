import { isStopWord, stem } from '../core/words.ts';

/** A text with its denials taken out, and where they stood. */
export type Undenied = {
  /** The stems of its words, or its characters, in order, without articles and what denies. */
  readonly words: readonly string[];
  /** Positions in `words` before which a denial stood. */
  readonly gaps: ReadonlySet<number>;
  /** The words around each denial. */
  readonly spans: readonly Span[];
};

/** What is denied: a few words in a row, and the one that a denial elsewhere would have to concern. */
type Span = { readonly words: readonly string[]; readonly head: string };

const ARTICLES = new Set(
  'a an the any ein eine einen einem einer eines un une des du de una uno um uma del'.split(' '),
);
/** English auxiliaries that carry a denial and nothing else. */
const DO = new Set(['do', 'does', 'did']);
/** What is left of a contraction. */
const CONTRACTIONS = new Map([
  ["can't", 'can'],
  ['cannot', 'can'],
  ["won't", 'will'],
]);
const CONTRACTED = /^(.+)n't$/;
/** Words after a denial that are compared at most, up to the first with a meaning. */
const MOST_AFTER = 4;
/** Denials of one text that are compared: their words are looked for in all of another. */
const MAX_SPANS = 20;
/** Words beside a place where a denial may stand. */
const NEAR = 2;

/** Takes the denials out of the words of a text; `isDenying` tells which they are. */
export function undeniedWords(all: readonly string[], isDenying: (word: string) => boolean): Undenied {
  const words: string[] = [];
  const meaningful: boolean[] = [];
  const gaps = new Set<number>();
  for (const word of all) {
    if (ARTICLES.has(word)) continue;
    const rest = CONTRACTIONS.get(word) ?? CONTRACTED.exec(word)?.[1];
    const isDenial = rest !== undefined || isDenying(word);
    const kept = isDenial ? rest : word;
    if (isDenial && DO.has(words.at(-1) ?? '')) {
      words.pop();
      meaningful.pop();
    }
    if (kept !== undefined && !(isDenial && DO.has(kept))) {
      words.push(stem(kept));
      meaningful.push(!isDenial && !isStopWord(kept));
    }
    if (isDenial) gaps.add(words.length);
  }
  return {
    words,
    gaps,
    spans: [...gaps].slice(0, MAX_SPANS).flatMap((gap) => spanAt(words, meaningful, gap)),
  };
}

/** The word before a denial and those after it, up to the first with a meaning. */
function spanAt(words: readonly string[], meaningful: readonly boolean[], gap: number): readonly Span[] {
  const end = meaningful.slice(gap, gap + MOST_AFTER).indexOf(true);
  if (gap === 0 || end < 0) return [];
  return [{ words: words.slice(gap - 1, gap + end + 1), head: words[gap + end] ?? '' }];
}

/** The same for a text without spaces, in which `denial` finds what denies. Japanese denies at the end. */
export function undeniedCharacters(text: string, denial: RegExp, isJapanese: boolean): Undenied {
  const words: string[] = [];
  const gaps = new Set<number>();
  let from = 0;
  for (const match of text.matchAll(denial)) {
    words.push(...charactersOf(text.slice(from, match.index)));
    gaps.add(words.length);
    from = match.index + match[0].length;
  }
  words.push(...charactersOf(text.slice(from)));
  const spanOf = isJapanese ? spanBefore : spanAround;
  return { words, gaps, spans: [...gaps].slice(0, MAX_SPANS).flatMap((gap) => spanOf(words, gap)) };
}

/** Characters on each side of a Chinese denial. */
const CHARACTERS_BEFORE = 1;
const CHARACTERS_AFTER = 3;
/** Characters before a Japanese denial, without the one that inflects. */
const CHARACTERS_OF_VERB = 4;
const INFLECTION = /^[しかがさたなばまらわは]$/u;
const HAS_MEANING = /[\p{Script=Han}\p{Script=Katakana}]/u;
const WITHOUT_MEANING = /[\s有并並]/gu;

function charactersOf(text: string): readonly string[] {
  return [...text.replace(WITHOUT_MEANING, '')];
}

function spanAround(words: readonly string[], gap: number): readonly Span[] {
  const span = words.slice(Math.max(0, gap - CHARACTERS_BEFORE), gap + CHARACTERS_AFTER);
  const isWhole = span.length === CHARACTERS_BEFORE + CHARACTERS_AFTER;
  return isWhole ? [{ words: span, head: span.at(-1) ?? '' }] : [];
}

function spanBefore(words: readonly string[], gap: number): readonly Span[] {
  const end = INFLECTION.test(words[gap - 1] ?? '') ? gap - 1 : gap;
  const span = words.slice(Math.max(0, end - CHARACTERS_OF_VERB), end);
  const isWhole = span.length === CHARACTERS_OF_VERB && HAS_MEANING.test(span.join(''));
  return isWhole ? [{ words: span, head: '' }] : [];
}

/**
 * Whether a text says, without a denial, just the words around one of the other's denials: `is open` beside `is
 * not open`. It does not count if the other says them without a denial too, or the text denies them elsewhere.
 */
export function affirmsDenied(one: Undenied, other: Undenied): boolean {
  return other.spans.some(
    (span) => affirms(one, span) && !affirms(other, span) && !deniesElsewhere(one, span),
  );
}

function affirms({ words, gaps }: Undenied, { words: span }: Span): boolean {
  return words.some((_, at) => span.every((word, place) => words[at + place] === word) && isFree(at));

  function isFree(at: number): boolean {
    for (let place = at - NEAR; place <= at + span.length + 1; place++) if (gaps.has(place)) return false;
    return true;
  }
}

function deniesElsewhere({ words, gaps }: Undenied, { head }: Span): boolean {
  return [...gaps].some((gap) => words.slice(gap, gap + MOST_AFTER).includes(head));
}
