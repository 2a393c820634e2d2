import type { YieldIfDue } from '@sayso/text/yielding.ts';
import { createSeenTexts } from './copies.ts';
import type { ScoredPage } from './score.ts';
import { createSentenceQueue } from './sentence-queue.ts';
import { MAX_TOKEN_CHARS, type PageSentence } from './sentences.ts';
import { isDense } from './terms.ts';
import type { MarginalRelevance } from './worth.ts';

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
