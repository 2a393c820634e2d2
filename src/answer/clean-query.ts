import { firstChars } from '@sayso/text/text.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { Question } from '../core/question.ts';
import type { Hit } from '../core/source.ts';

// A query that the caller did not write may contain what a page or a document made a model write.

/** The longest query that rules or a model may write, in characters. */
const MAX_QUERY_CHARS = 300;
/** The part of each text of the web whose words count as known to the web, in characters. */
const MAX_TEXT_CHARS = 20_000;
/** `site:x`, `-inurl:x`, `(filetype：x`: a word, a colon and a value without a space between them. */
const OPERATOR = /[\p{L}\p{M}_]\p{N}{0,3}[:：﹕]\S/u;
/** A colon behind a word: some engines take `site: x` for an operator, too. */
const COLONS = /(?<=[\p{L}\p{M}_]\p{N}{0,3})[:：﹕]+$/u;
/** Marks before a word that mean something to an engine: `-x`, `+x`, `!bang`, `:de`, `<3`. */
const MARKS = /^[-+~|!?:<]+(?=\p{L})|^[!:<]+(?=\p{N})/u;
const ADDRESS = /:\/\/|^www\.|@.+\.|\.[a-z]{2,}[/?]/i;

/**
 * A query that the caller did not write, without what only a search engine or a terminal would understand:
 * control and invisible characters, operators and addresses, of which a page could make the model write any.
 */
export function cleanQuery(text: string): string {
  const tokens = text
    .slice(0, 4 * MAX_QUERY_CHARS)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .split(' ');
  const words = tokens.filter((token) => !OPERATOR.test(token) && !ADDRESS.test(token));
  return firstChars(
    words.map((word) => word.replace(MARKS, '').replace(COLONS, '')).join(' '),
    MAX_QUERY_CHARS,
  ).trim();
}

/** What a generated query may have been written from. */
type QueryOrigin = {
  /** The question with its history, as the caller sent it. */
  readonly asked: Question;
  /** The hits so far, of the web and of collections. */
  readonly hits?: readonly Hit[];
};

/** The words to search for, and those for the web if they differ. What the caller typed stays as it is. */
export function toQuery(
  words: string,
  { asked, hits }: QueryOrigin,
  documentSlots: ReadonlySet<SlotPosition>,
): { readonly text: string; readonly webText?: string } {
  // The plan of a follow-up may be the one that was shown before, which rules or a model wrote.
  const plan = asked.history.length === 0 ? (asked.plan ?? []) : [];
  if ([asked.text, ...plan].some((typed) => typed.trim() === words.trim())) return { text: words };
  const text = cleanQuery(words) || asked.text;
  if (documentSlots.size === 0) return { text };
  const isOfWeb = ({ slot }: Hit) => slot === undefined || !documentSlots.has(slot);
  const webText = wordsForWeb(text, { asked, hits }, isOfWeb);
  return { text, webText: webText === text ? undefined : webText };
}

/**
 * The words of a generated query that web searches may get: those that the caller typed or that a page of the
 * web contains. All others may come from a document of a collection, or from an earlier answer that cites one.
 * Where such words are left out, the words of the last question take their places.
 */
export function wordsForWeb(
  query: string,
  { asked, hits = [] }: QueryOrigin,
  isOfWeb: (hit: Hit) => boolean,
): string {
  const { text, history, plan = [] } = asked;
  if (history.length === 0 && hits.every(isOfWeb)) return query;
  const lastQuestion = history.at(-1)?.question ?? '';
  const planned = plan.flatMap((query) => query.split(/\s+/u)).filter(isNoneOf(history));
  const typed = [text, planned.join(' '), ...history.map(({ question }) => question)];
  const web = hits.filter(isOfWeb).map((hit) => `${hit.title}\n${hit.snippet}\n${hit.text ?? ''}`);
  const texts = [...typed, ...web].map((each) => each.slice(0, MAX_TEXT_CHARS));
  const known = new Set(texts.flatMap((each) => toWords(each).map(stem)));
  const tokens = new Set(texts.flatMap((each) => each.split(/\s+/u)));
  const isKnown = (word: string) => isStopWord(word) || known.has(stem(word));
  // Marks and capitals can carry a word, too, in Braille or flags: a token that nobody wrote is reduced to words.
  const kept = query
    .split(' ')
    .flatMap((token) => (tokens.has(token) ? token : toWords(token).filter(isKnown)));
  if (toWords(query).every(isKnown)) return kept.join(' ');
  const have = new Set(kept.flatMap(toWords).map(stem));
  const added = toWords(lastQuestion).filter((word) => !isStopWord(word) && !have.has(stem(word)));
  const words = [...kept, ...added];
  return words.some((word) => toWords(word).some((each) => !isStopWord(each))) ? words.join(' ') : '';
}

/** A plan repeats what follow-ups were rewritten to, with words of the answers: those were not typed. */
function isNoneOf(history: Question['history']): (token: string) => boolean {
  const answered = new Set(history.flatMap(({ answer }) => toWords(answer).map(stem)));
  return (token) => {
    const words = toWords(token);
    return words.length > 0 && !words.some((word) => answered.has(stem(word)));
  };
}
