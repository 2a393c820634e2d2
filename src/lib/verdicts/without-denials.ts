import { isStopWord, stem } from '../text/words.ts';

/** A text without its denials, and the places of the denials. */
export type WithoutDenials = {
  /** The stems of its words, or its characters, in order, without articles and denials. */
  readonly words: readonly string[];
  /** Positions in `words` before which there was a denial. */
  readonly gaps: ReadonlySet<number>;
  /** The words around each denial. */
  readonly spans: readonly Span[];
};

/** The denied part, and its `head`: the word that a denial elsewhere must precede to deny it, too. */
type Span = {
  readonly words: readonly string[];
  readonly head: string;
  /** Where its text has further denials, counted from the first word of the span. */
  readonly others: ReadonlySet<number>;
};

const ARTICLES = new Set(
  'a an the any ein eine einen einem einer eines un une des du de una uno um uma del'.split(' '),
);
/** English auxiliaries that are used only for a denial. */
const DO = new Set(['do', 'does', 'did']);
/** The rest of a contraction. */
const CONTRACTIONS = new Map([
  ["can't", 'can'],
  ['cannot', 'can'],
  ["won't", 'will'],
]);
const CONTRACTED = /^(.+)n't$/;
/** The maximum number of words after a denial that are compared, up to the first meaningful one. */
const MAX_AFTER = 4;
/** The most denials compared per text; all of the other text is searched for each. */
const MAX_SPANS = 20;
/** A denial this many words before other words, or one word behind them, may deny them. */
const NEAR = 2;
/** Two denials with fewer words between them may be one: `ne penche pas`. */
const TWO_PART = 2;

/** Removes the denials from the words of a text; `deniesAt` tells whether the one at an index denies. */
export function wordsWithoutDenials(
  all: readonly string[],
  deniesAt: (at: number) => boolean,
): WithoutDenials {
  const words: string[] = [];
  const meaningful: boolean[] = [];
  const gaps = new Set<number>();
  for (const [at, word] of all.entries()) {
    if (ARTICLES.has(word)) continue;
    const rest = CONTRACTIONS.get(word) ?? CONTRACTED.exec(word)?.[1];
    const isDenial = rest !== undefined || deniesAt(at);
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
    spans: [...gaps].slice(0, MAX_SPANS).flatMap((gap) => spanAt(words, meaningful, { gap, gaps })),
  };
}

type Gap = { readonly gap: number; readonly gaps: ReadonlySet<number> };

/**
 * The denials at least this many words from one, counted from a place in the text; nearer ones belong to it.
 */
function othersFrom(place: number, { gap, gaps }: Gap, minDistance: number): ReadonlySet<number> {
  return new Set([...gaps].filter((one) => Math.abs(one - gap) >= minDistance).map((one) => one - place));
}

/** The word before a denial and the words after it, up to the first meaningful one. */
function spanAt(
  words: readonly string[],
  meaningful: readonly boolean[],
  { gap, gaps }: Gap,
): readonly Span[] {
  const end = meaningful.slice(gap, gap + MAX_AFTER).indexOf(true);
  if (gap === 0 || end < 0) return [];
  const others = othersFrom(gap - 1, { gap, gaps }, TWO_PART);
  return [{ words: words.slice(gap - 1, gap + end + 1), head: words[gap + end] ?? '', others }];
}

/**
 * Removes the denials that `denial` matches from a text without spaces. In Japanese, a denial stands behind
 * the verb that it denies, in Chinese before it.
 */
export function charactersWithoutDenials(text: string, denial: RegExp, isJapanese: boolean): WithoutDenials {
  const words: string[] = [];
  const gaps = new Set<number>();
  let from = 0;
  for (const match of text.matchAll(new RegExp(denial, 'gu'))) {
    words.push(...charactersOf(text.slice(from, match.index)));
    gaps.add(words.length);
    from = match.index + match[0].length;
  }
  words.push(...charactersOf(text.slice(from)));
  const spanOf = isJapanese ? spanBefore : spanAround;
  return { words, gaps, spans: [...gaps].slice(0, MAX_SPANS).flatMap((gap) => spanOf(words, { gap, gaps })) };
}

/** The number of characters on each side of a Chinese denial. */
const CHARACTERS_BEFORE = 1;
const CHARACTERS_AFTER = 3;
/** The number of characters before a Japanese denial, without the inflection between them. */
const CHARACTERS_OF_VERB = 4;
const INFLECTION = /^[しかがさたなばまらわは]$/u;
const HAS_MEANING = /[\p{Script=Han}\p{Script=Katakana}]/u;
const WITHOUT_MEANING = /[\s有并並也都就]/gu;

function charactersOf(text: string): readonly string[] {
  return [...text.replace(WITHOUT_MEANING, '')];
}

function spanAround(words: readonly string[], { gap, gaps }: Gap): readonly Span[] {
  const start = Math.max(0, gap - CHARACTERS_BEFORE);
  const span = words.slice(start, gap + CHARACTERS_AFTER);
  const others = othersFrom(start, { gap, gaps }, 1);
  const isWhole = span.length === CHARACTERS_BEFORE + CHARACTERS_AFTER;
  return isWhole ? [{ words: span, head: span.at(-1) ?? '', others }] : [];
}

function spanBefore(words: readonly string[], { gap, gaps }: Gap): readonly Span[] {
  const end = INFLECTION.test(words[gap - 1] ?? '') ? gap - 1 : gap;
  const start = Math.max(0, end - CHARACTERS_OF_VERB);
  const span = words.slice(start, end);
  const isWhole = span.length === CHARACTERS_OF_VERB && HAS_MEANING.test(span.join(''));
  const others = othersFrom(start, { gap, gaps }, 1);
  return isWhole ? [{ words: span, head: '', others }] : [];
}

/**
 * Whether a text contains, without a denial, exactly the words around one of the other text's denials: `is
 * open` beside `is not open`. False if the other text also contains these words without a denial, or if the
 * first text denies them elsewhere.
 */
export function contradictsByDenial(one: WithoutDenials, other: WithoutDenials): boolean {
  return other.spans.some((span) => {
    const at = affirmedAt(one, span);
    return at >= 0 && affirmedAt(other, span) < 0 && !deniesElsewhere(one, span, at);
  });
}

/** The index of a span's words in a text that does not deny them, otherwise -1. */
function affirmedAt({ words, gaps }: WithoutDenials, { words: span, others }: Span): number {
  return words.findIndex((_, at) => span.every((word, place) => words[at + place] === word) && isFree(at));

  function isFree(at: number): boolean {
    for (let place = at - NEAR; place <= at + span.length + 1; place++)
      if (gaps.has(place) && !others.has(place - at)) return false;
    return true;
  }
}

function deniesElsewhere({ words, gaps }: WithoutDenials, { head, others }: Span, at: number): boolean {
  return [...gaps].some((gap) => !others.has(gap - at) && words.slice(gap, gap + MAX_AFTER).includes(head));
}
