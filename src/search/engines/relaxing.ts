import { abortReason } from '../../core/deadline.ts';
import { isStopWord, toWords, UNSPACED } from '../../lib/text/words.ts';
import type { SearchBackend } from '../backend.ts';

type Start = 'keywords' | 'question';
type QueryWording = { readonly text: string; readonly rung: Rung | 'question' };
type Senses = Partial<Readonly<Record<QueryWording['rung'], RungSense>>>;

/**
 * Up to this many misses in a row may be chance, because an engine that understands questions rarely finds
 * nothing.
 */
const QUESTION_MISSES = 3;
/** The number is larger here, because the query without the general word is less exact. */
const SPECIFIC_MISSES = 10;

/**
 * Wraps a back-end so that it is queried again with fewer words while it finds nothing. `keywords` starts
 * with the keywords of the question, for back-ends that require every word on the page. `question` starts
 * with the unchanged question, for back-ends that understand questions but may use engines that do not. If a
 * wording finds nothing on this back-end although looser ones find something, it is tried last from then on
 * (`rung-sense.ts`): for example, whole questions on an encyclopedia, or all words but the most general on an
 * index without stemming.
 *
 * Returns the first outcome that is not empty, or empty after the last wording. All calls share `signal`,
 * whose owner limits their total time.
 */
export function relaxing(backend: SearchBackend, { start }: { readonly start: Start }): SearchBackend {
  const senses: Senses = {
    question: createRungSense(QUESTION_MISSES),
    specific: createRungSense(SPECIFIC_MISSES),
  };
  return {
    sends: backend.sends,
    async search(query, signal) {
      const empty: QueryWording[] = [];
      for (const wording of promisingFirst(wordingsOf(query.text, start), senses)) {
        const outcome = await backend.search({ ...query, text: wording.text }, signal);
        if (outcome.status === 'ok') {
          for (const { rung } of empty) senses[rung]?.missed();
          senses[wording.rung]?.paid();
        }
        if (outcome.status !== 'empty') return outcome;
        if (signal.aborted) throw abortReason(signal);
        empty.push(wording);
      }
      return { status: 'empty' };
    },
  };
}

/** All wordings, from strict to loose. */
function wordingsOf(question: string, start: Start): readonly QueryWording[] {
  const ladder = keywordLadder(question);
  const [all, ...looser] = ladder;
  if (start === 'keywords') return ladder;
  // A question that consists only of keywords does not show whether whole questions are understood.
  if (all?.text === question.trim().toLowerCase()) return [{ ...all, text: question }, ...looser];
  return [{ text: question, rung: 'question' }, ...ladder];
}

/**
 * Generated on demand, because `rung-sense.ts` counts every wording that is tried, and most questions need
 * only the first.
 */
function* promisingFirst(wordings: readonly QueryWording[], senses: Senses): Generator<QueryWording> {
  const late: QueryWording[] = [];
  for (const wording of wordings) {
    if (senses[wording.rung]?.isPromising() === false) late.push(wording);
    else yield wording;
  }
  yield* late;
}

/** Tracks whether one wording of questions (`keywordLadder`) ever finds anything on a back-end. */
type RungSense = {
  /**
   * Whether to try the wording at its usual position, or only after all others; each call counts as one turn.
   */
  isPromising(): boolean;
  /** Records that a search with this wording had results. */
  paid(): void;
  /** Records that this wording had no results, but a looser one did. */
  missed(): void;
};

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/**
 * At first, nothing is known, so the wording is tried at its usual position. After `misses` misses in a row,
 * it comes last until it finds something again.
 */
export function createRungSense(misses: number): RungSense {
  let missesInRow = 0;
  let turns = 0;
  return {
    isPromising() {
      if (missesInRow < misses) return true;
      turns = (turns + 1) % PROBE_EVERY;
      return turns === 0;
    },
    paid() {
      missesInRow = 0;
      turns = 0;
    },
    missed() {
      missesInRow++;
    },
  };
}

/**
 * Languages in these scripts put general words last ("the capital of Japan" is 日本の首都), others put them first.
 */
const GENERAL_LAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\s'.,]+$/u;

/** A word, or several words joined without a space in the question ("three-letter"). */
type Word = {
  readonly text: string;
  /** The word with its article if both are part of a longer name: "d'ivoire" in "Côte d'Ivoire". */
  readonly inName: string;
  /**
   * `yes` if it is capitalized and therefore probably a name; `maybe` if any word in its place would be
   * capitalized, for example the first word.
   */
  readonly name: 'yes' | 'maybe' | 'no';
};

/**
 * Which keywords of a question are used: `all` of them; `specific`: all except the most general one; `names`:
 * only the names; `name`: only one name.
 */
type Rung = 'all' | 'specific' | 'names' | 'name';

/** A query and its rung on the ladder from strict to loose; if it fits several rungs, the loosest. */
type Keywords = { readonly text: string; readonly rung: Rung };

/**
 * Queries for a back-end that requires every word on the page, from strict to loose: all meaningful words;
 * all but the most general one; names alone, or the two most specific words if no names are recognizable; the
 * most specific word. The last two are also tried without accents. One to six different queries; none for a
 * blank question.
 *
 * Measured with Kiwix on 676 questions: sent unchanged, 670 of them find nothing. With the first rung, 442
 * find their page; with the whole ladder, all of them do, in 1.36 calls per question.
 */
export function keywordLadder(question: string): readonly Keywords[] {
  const words = wordsOf(question, (word) => !isStopWord(word));
  // The question has only stop words ("The Who?") or no words at all, so no word can be left out.
  if (words.length === 0) return different({ all: [join(wordsOf(question, () => true)) || question.trim()] });
  const bySpecificity = GENERAL_LAST.test(question) ? words.toReversed() : words;
  const specific = specificWords(bySpecificity);
  const inOrder = (rung: readonly Word[]) => words.filter((word) => rung.includes(word));
  const names = inOrder(specific).map(({ inName }) => inName);
  return different({
    all: [join(words)],
    specific: [join(inOrder(bySpecificity.slice(1)))],
    names: withAndWithoutAccents(names.join(' ')),
    name: withAndWithoutAccents(mostSpecific(specific)),
  });
}

/** Each text once, in its first position. */
function different(texts: Partial<Readonly<Record<Rung, readonly string[]>>>): readonly Keywords[] {
  const rungs = new Map<string, Rung>();
  for (const rung of ['all', 'specific', 'names', 'name'] as const)
    for (const text of texts[rung] ?? []) if (text !== '') rungs.set(text, rung);
  return [...rungs].map(([text, rung]) => ({ text, rung }));
}

/** The words of the question for which `counts` is true, in order, each once. */
function wordsOf(question: string, counts: (word: string) => boolean): Word[] {
  const words = new Map<string, Word>();
  const chunks = question.trim().split(/\s+/u);
  for (const [position, chunk] of chunks.entries()) {
    const followsName = /^\p{Lu}/u.test(chunks[position - 1] ?? '');
    const parts = toWords(chunk).filter(counts);
    for (const text of HAS_UNSPACED.test(chunk) ? parts : [parts.join(' ')]) {
      if (text === '' || words.has(text)) continue;
      const inName = followsName ? elided(text, chunk) + text : text;
      words.set(text, { text, inName, name: nameness(text, chunk, position === 0) });
    }
  }
  return [...words.values()];
}

/**
 * The article before the word, as in "d'Ivoire"; empty if there is none. Indexes store it as part of the
 * word.
 */
function elided(word: string, chunk: string): string {
  const at = chunk.toLowerCase().indexOf(word);
  const article = /\p{L}+['’]$/u.exec(chunk.slice(0, Math.max(0, at)))?.[0] ?? '';
  return article.toLowerCase().replace('’', "'");
}

function nameness(word: string, chunk: string, isFirst: boolean): Word['name'] {
  const at = chunk.toLowerCase().indexOf(word);
  const written = at < 0 ? chunk : chunk.slice(at, at + word.length);
  if (!/\p{Lu}/u.test(written)) return 'no';
  return isFirst && !/.\p{Lu}/u.test(written) ? 'maybe' : 'yes';
}

/** Names with adjacent numbers ("1998 World Cup"); the last two words if there is no name. */
function specificWords(words: readonly Word[]): readonly Word[] {
  for (const sure of [['yes'], ['yes', 'maybe']]) {
    const isName = (word: Word) => sure.includes(word.name);
    if (words.some(isName)) return words.filter((word) => isName(word) || /\p{N}/u.test(word.text));
  }
  return words.slice(-2);
}

/** The last name without an article, because indexes store an article and its name as one word. */
function mostSpecific(words: readonly Word[]): string {
  const names = words.filter(({ name }) => name !== 'no');
  return (names.findLast(({ text, inName }) => text === inName) ?? names.at(-1) ?? words.at(-1))?.text ?? '';
}

/**
 * Some indexes store words as written (SQLite, for MediaWiki); others store them without accents but keep the
 * accents of the query (libzim, for Kiwix).
 */
function withAndWithoutAccents(text: string): readonly string[] {
  return LATIN.test(text) ? [text, text.normalize('NFD').replace(/\p{M}/gu, '')] : [text];
}

function join(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}
