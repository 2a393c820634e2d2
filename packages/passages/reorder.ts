import type { ScoredPage } from './score.ts';

/** Text Embeddings Inference accepts 32 texts per call, and the question may have to be one of them. */
const MOST_PASSAGES = 30;
/** The length of a passage: long enough to be understood alone; the models read at least 512 tokens. */
const PASSAGE_CHARS = 700;
/**
 * The share of a sentence's score that depends on the rank of its passage; the rest is the sentence's own
 * relevance in it.
 */
const PASSAGE_SHARE = 0.5;

/** A run of sentences of one page: those from the index `from` to before `to`. */
type Stretch = {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  /** The highest score of one of them. */
  readonly best: number;
};

/** Ranks passages: returns their indexes, best first; null if they could not be ranked. */
export type Rank = (passages: readonly string[]) => Promise<readonly number[] | null>;

/**
 * The pages with the relevance that a ranking gives to their sentences. At most 30 passages, the most
 * relevant of all pages, are ranked. A ranked passage then counts by its place in the ranking, and any other
 * passage counts less than the last ranked one. Null without a ranking.
 */
export async function reorder(
  pages: readonly ScoredPage[],
  rank: Rank,
): Promise<readonly ScoredPage[] | null> {
  const passages = pages
    .flatMap(toStretches)
    .sort((one, other) => other.best - one.best || one.from - other.from)
    .slice(0, MOST_PASSAGES);
  const order = passages.length < 2 ? null : await rank(passages.map((passage) => textOf(passage, pages)));
  if (order === null) return null;
  const most = passages[0]?.best || 1;
  const scores = pages.map((page) => page.scores.map((score) => score / passages.length));
  for (const [place, at] of order.entries()) {
    const passage = passages[at];
    if (passage === undefined) continue;
    const { page, from, to, best } = passage;
    const own = scores[page];
    const worth = most * (1 - place / passages.length);
    for (let sentence = from; sentence < to && own !== undefined; sentence++) {
      const share = best === 0 ? 1 : (pages[page]?.scores[sentence] ?? 0) / best;
      own[sentence] = worth * (PASSAGE_SHARE + (1 - PASSAGE_SHARE) * share);
    }
  }
  return pages.map((page, at) => ({ ...page, scores: scores[at] ?? page.scores }));
}

function toStretches({ sentences, scores }: ScoredPage, page: number): Stretch[] {
  const passages: Stretch[] = [];
  let [from, chars, best] = [0, 0, 0];
  for (const [at, { text }] of sentences.entries()) {
    if (at > from && chars + text.length > PASSAGE_CHARS) {
      passages.push({ page, from, to: at, best });
      [from, chars, best] = [at, 0, 0];
    }
    chars += text.length;
    best = Math.max(best, scores[at] ?? 0);
  }
  if (sentences.length > from) passages.push({ page, from, to: sentences.length, best });
  return passages;
}

/** The passage with the title of its page, which often says what it is about. */
function textOf({ page, from, to }: Stretch, pages: readonly ScoredPage[]): string {
  const { sentences = [], titleTokens = 0 } = pages[page] ?? {};
  // The first sentence is the title, if there is one.
  const title = titleTokens > 0 ? `${sentences[0]?.text}\n` : '';
  const own = sentences.slice(title === '' ? from : Math.max(1, from), to);
  return (title + own.map(({ text }) => text).join('')).trim();
}
