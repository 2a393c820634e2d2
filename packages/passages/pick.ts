import type { YieldIfDue } from '@sayso/text/yielding.ts';
import { createSeenTexts } from './copies.ts';
import { answerKindOf, hasKind, namesOf, type ScoredPage } from './score.ts';
import { MAX_TOKEN_CHARS, type PageSentence } from './sentences.ts';
import { isDense, toPlainWords } from './terms.ts';

/** A collection that returns its entries in a fixed order, whatever the order in which they were added. */
type Heap<T> = {
  add(entry: T): void;
  /** Removes and returns the first entry; undefined if there is none. */
  take(): T | undefined;
  /** The first entry, which stays. */
  peek(): T | undefined;
};

/** A binary heap (J. Williams, "Heapsort", 1964). `isBefore` must be a strict order. */
export function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  const heap: T[] = [];
  return {
    peek: () => heap[0],
    add(entry) {
      let at = heap.length;
      heap.push(entry);
      while (at > 0) {
        const up = (at - 1) >> 1;
        const parent = heap[up];
        if (parent === undefined || !isBefore(entry, parent)) break;
        heap[at] = parent;
        at = up;
      }
      heap[at] = entry;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      let at = 0;
      for (;;) {
        const left = heap[2 * at + 1];
        if (left === undefined) break;
        const right = heap[2 * at + 2];
        const isRight = right !== undefined && isBefore(right, left);
        const child = isRight ? right : left;
        if (!isBefore(child, last)) break;
        heap[at] = child;
        at = 2 * at + (isRight ? 2 : 1);
      }
      heap[at] = last;
      return first;
    },
  };
}

/**
 * The extra weight of a sentence full of names and numbers, and how many of them give half of that weight.
 */
const NAMES_SHARE = 0.4;
const NAMES_HALF = 3;
/**
 * The extra weight of a sentence that has the kind of thing that the question asks for: a number, or a name.
 */
const KIND_SHARE = 0.2;
/**
 * The extra weight of a sentence whose terms are all new, so that each part of a question is answered.
 */
const TERMS_SHARE = 0.5;
/** The maximum factor by which names and numbers raise the worth of a sentence. */
const MOST_BY_NAMES = 1 + NAMES_SHARE + KIND_SHARE;

/** The worth of sentences in a context, which decreases as more is selected. */
export type MarginalRelevance = {
  /** An upper bound of the sentence's worth; cheaper to compute than `now`. */
  most(page: number, at: number): number;
  /** The worth of the sentence in addition to the selected ones. */
  now(page: number, at: number): number;
  /** Records that the sentence has been selected. */
  select(page: number, at: number): void;
};

/**
 * The worth of each sentence: its relevance, raised for two things. The first is names and numbers that occur
 * neither in the question nor in a selected sentence, because one of them is probably the answer. The second
 * is terms that occur in few selected sentences. The worth never increases.
 */
export function createMarginalRelevance(
  pages: readonly ScoredPage[],
  question: string,
  weights: readonly number[],
): MarginalRelevance {
  // Behind a dash, the first word of the question does not count as the beginning of a sentence.
  const asked = new Set([...toPlainWords(question), ...namesOf(`– ${question}`)]);
  const kind = answerKindOf(question);
  // How many selected sentences have each name, and each term.
  const timesSaid = new Map<string, number>();
  const timesHeld = weights.map(() => 0);
  const byTerms = (page: number, at: number) =>
    (pages[page]?.scores[at] ?? 0) * (1 + TERMS_SHARE * freshTerms(countsOf(page, at)));
  const countsOf = (page: number, at: number) => pages[page]?.matches[at]?.counts ?? [];
  const ownNames = createNames(pages, asked);
  return {
    most: (page, at) => MOST_BY_NAMES * byTerms(page, at),
    now(page, at) {
      const own = ownNames(page, at);
      const fresh = own.reduce((sum, name) => sum + 1 / (1 + (timesSaid.get(name) ?? 0)), 0);
      const rich = (NAMES_SHARE * fresh) / (fresh + NAMES_HALF) + (hasKind(own, kind) ? KIND_SHARE : 0);
      return (1 + rich) * byTerms(page, at);
    },
    select(page, at) {
      for (const name of ownNames(page, at)) timesSaid.set(name, (timesSaid.get(name) ?? 0) + 1);
      countsOf(page, at).forEach((count, term) => {
        if (count > 0) timesHeld[term] = (timesHeld[term] ?? 0) + 1;
      });
    },
  };

  /**
   * The share of a sentence's terms, by weight, that is new; a term that n selected sentences have counts 1 /
   * (n + 1).
   */
  function freshTerms(counts: readonly number[]): number {
    let [all, fresh] = [0, 0];
    for (let term = 0; term < counts.length; term++) {
      if ((counts[term] ?? 0) === 0) continue;
      const weight = weights[term] ?? 0;
      all += weight;
      fresh += weight / (1 + (timesHeld[term] ?? 0));
    }
    return all === 0 ? 0 : fresh / all;
  }
}

/** The names and numbers of a sentence that are not in the question, computed once for each text. */
function createNames(
  pages: readonly ScoredPage[],
  asked: ReadonlySet<string>,
): (page: number, at: number) => readonly string[] {
  const ofTexts = new Map<string, readonly string[]>();
  const ofText = (text: string) => {
    const names = ofTexts.get(text) ?? namesOf(text).filter((name) => !asked.has(name));
    ofTexts.set(text, names);
    return names;
  };
  const ofPages = pages.map((): (readonly string[])[] => []);
  return (page, at) => {
    const ofPage = ofPages[page] ?? [];
    ofPage[at] ??= ofText(pages[page]?.sentences[at]?.text ?? '');
    return ofPage[at];
  };
}

/** The sentences that may still be selected, by the worth that was last computed for each. */
type SentenceQueue = {
  /** Removes the most valuable one; among equals, the one with the earlier page and position. */
  take(): { readonly page: number; readonly at: number } | undefined;
  /** The worth of the most valuable one that is left; 0 if there is none. */
  most(): number;
  /** Adds the sentence that was taken last again, with its new worth. */
  putBack(worth: number): void;
};

/**
 * All sentences with a term of the question, each with an upper bound of its worth. Sentences are numbers and
 * their worth is in one array, because thousands of them are compared for each question.
 */
export function createSentenceQueue(pages: readonly ScoredPage[], worth: MarginalRelevance): SentenceQueue {
  const count = pages.reduce((sum, { scores }) => sum + scores.length, 0);
  const worths = new Float64Array(count);
  const pageOf = new Uint32Array(count);
  const atOf = new Uint32Array(count);
  const queue = createHeap<number>((one, other) => {
    const [own = 0, others = 0] = [worths[one], worths[other]];
    return own === others ? one < other : own > others;
  });
  let sentence = 0;
  for (const [page, { scores }] of pages.entries()) {
    for (let at = 0; at < scores.length; at++, sentence++) {
      pageOf[sentence] = page;
      atOf[sentence] = at;
      if ((scores[at] ?? 0) === 0) continue;
      worths[sentence] = worth.most(page, at);
      queue.add(sentence);
    }
  }
  /** The sentence that was taken last. */
  let last = 0;
  return {
    take() {
      const next = queue.take();
      if (next === undefined) return undefined;
      last = next;
      return { page: pageOf[next] ?? 0, at: atOf[next] ?? 0 };
    },
    most: () => worths[queue.peek() ?? -1] ?? 0,
    putBack(value) {
      worths[last] = value;
      queue.add(last);
    },
  };
}

/** The separator between two passages, in tokens. */
const GAP = 1;
/** The minimum number of tokens for a useful sentence. */
const LEAST_ROOM = 8;
/** After this many sentences that do not fit, no more are tried, because counting tokens takes time. */
const MOST_MISSES = 60;
/**
 * A sentence that adds less than this share of the best one's worth is left out, even if it fits: it hardly
 * ever has the answer (docs/selection.md), and a model has to read it.
 */
const LEAST_SHARE = 0.1;
/** Up to this many tokens, everything that fits is selected: the writer that quotes needs it. */
const SELECTIVE_FROM_TOKENS = 2000;
/** After this many sentences, whether selected or only weighed again, other tasks may run. */
const STEPS_PER_YIELD = 50;

/** The sentences to pick from, and the limits. */
type Picking = {
  readonly pages: readonly ScoredPage[];
  readonly worth: MarginalRelevance;
  /** In tokens. */
  readonly budget: number;
  /** Whether a sentence that repeats another one is left out. */
  readonly skipsRepeats: boolean;
};

type Selection = Picking & {
  /** The selected sentences, in the order of their selection. */
  readonly taken: Set<PageSentence>;
  /** The texts of sentences that repeat selected ones. They stay repeats, whatever is selected later. */
  readonly repeating: Set<string>;
  /** The pages from which a sentence was selected. */
  readonly opened: Set<number>;
  /** The texts of the selected sentences. */
  readonly said: ReturnType<typeof createSeenTexts>;
  /** The tokens that are left of the budget. */
  room: number;
  /** How many sentences did not fit. */
  misses: number;
};

/**
 * Selects the sentence that adds the most worth to those already selected, and repeats this while one fits
 * that adds enough. If a sentence depends on the one before it ("He said ..."), that one is selected too. The
 * first sentence of a page also costs the tokens of its title. Room that is left up to
 * `SELECTIVE_FROM_TOKENS`, and all of it if no sentence has a term of the question, is filled from the
 * beginning of the pages. The set is in the order of the selection.
 *
 * The worth of a sentence can only have decreased since it was added to the queue. If the worth of the first
 * one is still the greatest after an update, it is the right one (M. Minoux, "Accelerated Greedy Algorithms",
 * 1978); otherwise, it goes back into the queue.
 */
export async function pick(picking: Picking, yieldIfDue: YieldIfDue): Promise<ReadonlySet<PageSentence>> {
  const { pages, worth, budget } = picking;
  const state: Selection = {
    ...picking,
    taken: new Set(),
    repeating: new Set(),
    opened: new Set(),
    said: createSeenTexts(),
    room: budget,
    misses: 0,
  };
  const queue = createSentenceQueue(pages, worth);
  // The worth that a sentence has to add, known from the best one on.
  let least = 0;
  for (let weighed = 1; canTake(state); weighed++) {
    const next = queue.take();
    if (next === undefined) break;
    const { page, at } = next;
    if (weighed % STEPS_PER_YIELD === 0) await yieldIfDue();
    if (isRepeat(state, page, at)) continue;
    const value = worth.now(page, at);
    if (value >= queue.most()) {
      if (value < least && isSelective(state)) break;
      least ||= LEAST_SHARE * value;
      take(state, page, at);
    } else queue.putBack(value);
  }
  for (const [page, { sentences }] of pages.entries()) {
    for (let at = 0; at < sentences.length && canTake(state); at++) {
      if (least > 0 && isSelective(state)) return state.taken;
      take(state, page, at);
      if (at % STEPS_PER_YIELD === 0) await yieldIfDue();
    }
  }
  return state.taken;
}

/** Whether a sentence has the same text as one that was found to repeat others. */
function isRepeat({ pages, repeating }: Selection, page: number, at: number): boolean {
  return repeating.size > 0 && repeating.has(pages[page]?.sentences[at]?.text ?? '');
}

function isSelective({ budget, room }: Selection): boolean {
  return budget - room >= SELECTIVE_FROM_TOKENS;
}

function canTake({ room, misses }: Selection): boolean {
  return room >= LEAST_ROOM && misses < MOST_MISSES;
}

/** Selects a sentence, with the one before it if it depends on that; counts a miss if it does not fit. */
function take(state: Selection, page: number, at: number): void {
  const { pages, taken, repeating } = state;
  const sentences = pages[page]?.sentences ?? [];
  const sentence = sentences[at];
  if (sentence === undefined || taken.has(sentence)) return;
  if (sentence.text.length > state.room * MAX_TOKEN_CHARS) {
    state.misses++;
    return;
  }
  if (state.skipsRepeats && (repeating.has(sentence.text) || state.said.holds(sentence.words))) {
    repeating.add(sentence.text);
    return;
  }
  // A word is at least one token, except in a title, whose tokens are counted with its page, and in scripts
  // where a word is a pair of characters.
  if (sentence.words.length > state.room && sentence.to > 0 && !isDense(sentence.text)) {
    state.misses++;
    return;
  }
  // An excerpt stands behind the last sentence of its page, and does not depend on it.
  const isApart = sentence.from !== sentences[at - 1]?.to;
  const before = !isApart && dependsOnPrevious(sentence.text) ? sentences[at - 1] : undefined;
  if (before !== undefined && !taken.has(before) && put(state, page, [at - 1, at])) return;
  if (!put(state, page, [at])) state.misses++;
}

/** Selects neighbouring sentences if they fit together; returns whether they did. */
function put(state: Selection, page: number, places: readonly number[]): boolean {
  const { pages, taken, opened, said, worth } = state;
  const { sentences = [], titleTokens = 0 } = pages[page] ?? {};
  const wanted = places.flatMap((at) => sentences[at] ?? []);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const isBeside = [sentences[first - 1], sentences[last + 1]].some(
    (sentence) => sentence !== undefined && taken.has(sentence),
  );
  const opening = opened.has(page) ? 0 : titleTokens;
  const cost = wanted.reduce((sum, { tokens }) => sum + tokens, opening + (isBeside ? 0 : GAP));
  if (cost > state.room) return false;
  state.room -= cost;
  opened.add(page);
  for (const at of places) worth.select(page, at);
  for (const sentence of wanted) {
    taken.add(sentence);
    said.add(sentence.words);
  }
  return true;
}

/**
 * All sentences if they fit into this many tokens; otherwise undefined. With `skipsRepeats`, repeats of
 * earlier pages are left out.
 */
export function pickAll({
  pages,
  budget,
  skipsRepeats,
}: Omit<Picking, 'worth'>): ReadonlySet<PageSentence> | undefined {
  if (!allFit(pages, budget)) return undefined;
  const sentences = pages.map((page) => page.sentences);
  if (!skipsRepeats) return new Set(sentences.flat());
  const said = createSeenTexts();
  const taken = new Set<PageSentence>();
  for (const own of sentences) {
    const fresh = own.filter(({ words }) => !said.holds(words));
    for (const sentence of fresh) {
      taken.add(sentence);
      said.add(sentence.words);
    }
  }
  return taken;
}

/** Counts tokens only if the text is short enough, and stops when the budget is exceeded. */
function allFit(pages: readonly ScoredPage[], budget: number): boolean {
  const chars = pages.flatMap(({ sentences }) => sentences).reduce((sum, { text }) => sum + text.length, 0);
  if (chars > budget * MAX_TOKEN_CHARS) return false;
  let room = budget;
  for (const { sentences, titleTokens } of pages) {
    room -= titleTokens + (sentences.length > 0 ? GAP : 0);
    for (const sentence of sentences) {
      room -= sentence.tokens;
      if (room < 0) return false;
    }
  }
  return room >= 0;
}

/**
 * Pronouns that refer to the sentence before, by language. Words that are also articles or verbs are left
 * out.
 */
const PRONOUNS = [
  'he|she|it|they|his|her|its|their|this|these|those|that',
  'er|sie|es|dies(?:e[rs]?)?|il|elle|ils|elles|cela|celui-ci|él|ella|ellos|ellas|ele|ela|eles|elas',
  'egli|essa|essi',
  'он|она|оно|они|это|этот|эта|эти|هو|هي|هم|وهو|وهي|هذا|هذه|वह|वे|यह|ये|αυτός|αυτή|αυτό|αυτοί',
  '彼は|彼女は|これは|それは|他|她|它|他们|这',
].join('|');
const BEGINS_WITH_PRONOUN = new RegExp(`^[\\s"'“‘«(]{0,4}(?:${PRONOUNS})(?![\\p{L}\\p{M}'’])`, 'iu');

/** Whether a sentence begins with a pronoun, so that it can only be understood after the one before it. */
export function dependsOnPrevious(sentence: string): boolean {
  return BEGINS_WITH_PRONOUN.test(sentence);
}
