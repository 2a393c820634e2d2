import { detectLanguage } from './language.ts';
import { TERMS } from './languages/terms.ts';
import { splitTitle } from './title.ts';
import { translateQuestion } from './translate-question.ts';
import { isStopWord, toWords } from './words.ts';

/** One of several things that a question asks for together: "Japan and Nigeria". */
export type JoinedThing = {
  /** The subject of the titles of its pages. */
  readonly name: string;
  /** The positions of the titles of its pages. */
  readonly titles: ReadonlySet<number>;
  /** The question for this thing alone: "area Japan" for "Which is bigger, Japan or Nigeria?". */
  readonly question: string;
};

/** A question for several things, divided. */
export type JoinedQuestion = {
  readonly things: readonly JoinedThing[];
  /** What is asked for, if that is the area, which "larger" alone means, or the population; else null. */
  readonly measure: 'area' | 'population' | null;
  /** Whether it asks for the difference between the things, and not only for both. */
  readonly isComparison: boolean;
};

/** The number of words between two things that are compared: "have a bigger population than that of". */
const MAX_BETWEEN = 6;
/** Names in a title's parentheses: "United States (US, USA)". */
const SHORT_NAMES = /(?<=\([^()]{0,40})\p{Lu}{2,5}(?=[,)])/gu;

type WordPlace = { readonly from: number; readonly to: number; readonly name: string; titles: Set<number> };

/**
 * Divides a question for several things that are the subjects of pages: "Japan and Nigeria", "Is Japan larger
 * than Nigeria?". Null for every other question.
 * @param languages ISO 639-1 codes of the languages of the titles, into which the question is translated
 */
export function divideQuestion(
  question: string,
  titles: readonly string[],
  languages: readonly string[] = [],
): JoinedQuestion | null {
  const own = divide(question, titles, detectLanguage(question));
  if (own !== null) return own;
  for (const code of languages) {
    const translated = translateQuestion(question, code) ?? [];
    const line = translated.map(([word = '']) => word).join(' ');
    const divided = line === '' ? null : divide(line, titles, code);
    if (divided !== null) return divided;
  }
  return null;
}

function divide(question: string, titles: readonly string[], language: string): JoinedQuestion | null {
  const words = toWords(question);
  const code = Object.hasOwn(TERMS, language) ? language : 'en';
  const joined = joinedPlaces(words, placesOf(words, titles), code);
  if (joined.length < 2) return null;
  const rest = words.filter((_, at) => !joined.some(({ from, to }) => from <= at && at < to));
  const sizes = wordsFor(code, 'large', 'small');
  const comparing = sizes.union(wordsFor(code, 'more', 'than'));
  const grammar = comparing.union(wordsFor(code, 'and', 'or'));
  const plain = comparing.union(wordsFor(code, 'country', 'city'));
  const topic = rest.filter((word) => !isStopWord(word) && !plain.has(word));
  const asksSize = rest.some((word) => sizes.has(word));
  const measure = measureOf(topic, code, asksSize);
  const asked = measure === null ? rest.filter((word) => !grammar.has(word)) : [];
  const [noun = ''] = measure === null ? [] : (TERMS[code]?.[measure]?.split(', ') ?? []);
  return {
    things: joined.map(({ name, titles: own }) => ({
      name,
      titles: own,
      question: [noun, ...asked, name].filter((word) => word !== '').join(' '),
    })),
    measure,
    isComparison: rest.some((word) => comparing.has(word)),
  };
}

/** The places that "and", "or" or "than" joins with the next one or the one before. */
function joinedPlaces(words: readonly string[], places: readonly WordPlace[], code: string): WordPlace[] {
  const [joins, than] = [wordsFor(code, 'and', 'or'), wordsFor(code, 'than')];
  const isJoined = places.map(({ to }, at) => {
    const between = words.slice(to, places[at + 1]?.from ?? to);
    if (between.length > MAX_BETWEEN) return false;
    if (between.some((word) => than.has(word))) return true;
    return (
      between.some((word) => joins.has(word)) && between.every((word) => isStopWord(word) || joins.has(word))
    );
  });
  return places.filter((_, at) => isJoined[at] === true || isJoined[at - 1] === true);
}

/** Where the subjects of the titles stand in the question, in order; none is inside a longer one. */
function placesOf(words: readonly string[], titles: readonly string[]): readonly WordPlace[] {
  const found = new Map<string, WordPlace>();
  for (const [nth, title] of titles.entries()) {
    const { subject: name } = splitTitle(title);
    const forms = [name, ...(title.match(SHORT_NAMES) ?? [])].map(toWords).filter(({ length }) => length > 0);
    for (const form of forms) {
      const from = words.findIndex((_, at) => form.every((word, each) => words[at + each] === word));
      if (from < 0) continue;
      const place = found.get(name) ?? { from, to: from + form.length, name, titles: new Set() };
      place.titles.add(nth);
      found.set(name, place);
      break;
    }
  }
  const all = [...found.values()].sort((one, other) => one.from - other.from);
  const isInside = (one: WordPlace, other: WordPlace) =>
    one !== other &&
    other.from <= one.from &&
    one.to <= other.to &&
    one.to - one.from < other.to - other.from;
  return all.filter((one) => !all.some((other) => isInside(one, other)));
}

/** The measure that the other words of a question ask for; null if they ask for something else. */
function measureOf(topic: readonly string[], code: string, asksSize: boolean): JoinedQuestion['measure'] {
  if (topic.length === 0) return asksSize ? 'area' : null;
  const [areas, people] = [wordsFor(code, 'area'), wordsFor(code, 'population', 'people')];
  if (topic.every((word) => areas.has(word))) return 'area';
  return topic.every((word) => people.has(word)) ? 'population' : null;
}

function wordsFor(code: string, ...keys: readonly string[]): Set<string> {
  return new Set(keys.flatMap((key) => toWords(TERMS[code]?.[key] ?? '')));
}
