import { createHash } from 'node:crypto';
import type { NewDocument } from '@sayso/collections';
import type { SetQuestion } from '../select/question-sets.ts';

/** Documents of this length; each becomes two passages. */
const DOCUMENT_CHARS = 5_000;
const LEAST_CHARS = 2_000;

/** A question about one copy of a page. */
export type AskedCopy = { readonly text: string; readonly paths: readonly string[] };

/**
 * As many documents as wanted, from the pages of public questions: each round repeats all pages with other names and
 * numbers. A name becomes another name of the pages, or a new one of the halves of two; a number, another one of the
 * same length. In a round, a name always becomes the same one, in pages and questions.
 */
export function openPassages(questions: readonly SetQuestion[]) {
  const pages = [
    ...new Map(
      questions.flatMap((asked) => asked.pages.map((page) => [page.url + page.title, page])),
    ).values(),
  ];
  const chunks = pages.flatMap((page, at) => {
    const count = Math.floor((page.text.length + DOCUMENT_CHARS - LEAST_CHARS) / DOCUMENT_CHARS);
    return Array.from({ length: count }, (_, part) => ({
      key: page.url + page.title,
      path: `${at}/${part}`,
      title: page.title,
      text: page.text.slice(part * DOCUMENT_CHARS, (part + 1) * DOCUMENT_CHARS),
    }));
  });
  const known = new Set(chunks.flatMap(({ text }) => text.match(NAME)?.map((name) => name.slice(2)) ?? []));
  const names: Names = { known, all: [...known] };
  const pathsOf = Map.groupBy(chunks, ({ key }) => key);
  const rounds = new Map<number, (text: string) => string>();
  const varyIn = (round: number) => {
    const vary = rounds.get(round) ?? toVary(names, round);
    rounds.clear();
    rounds.set(round, vary);
    return vary;
  };
  const documentAt = (at: number): NewDocument => {
    const round = Math.floor(at / chunks.length);
    const { path, title, text } = chunks[at % chunks.length] ?? { path: '', title: '', text: '' };
    const vary = varyIn(round);
    return { url: null, path: `${round}/${path}`, title: vary(title), text: vary(text) };
  };
  return {
    /** How many documents have the names and numbers of the pages themselves. */
    originals: chunks.length,
    documentAt,
    /** Questions about the rounds that are whole among so many documents. */
    questionsFor(documents: number): AskedCopy[] {
      const rounds = Math.max(1, Math.floor(documents / chunks.length));
      return questions.map(({ question, pages: own }, at) => {
        const round = (at * 7) % rounds;
        const found = own.flatMap((page) => pathsOf.get(page.url + page.title) ?? []);
        return { text: toVary(names, round)(question), paths: found.map(({ path }) => `${round}/${path}`) };
      });
    },
  };
}

/** A word with a capital letter that does not begin a sentence. */
const NAME = /[a-z,] [A-Z][a-z]{3,}/g;
const VARIED = /\b[A-Z][a-z]{3,}\b|\b\d+\b/g;

type Names = { readonly known: ReadonlySet<string>; readonly all: readonly string[] };

function toVary(names: Names, round: number): (text: string) => string {
  if (round === 0) return (text) => text;
  const made = new Map<string, string>();
  const make = (word: string) => {
    const hash = createHash('md5').update(`${round} ${word}`).digest();
    const [first, second] = [hash.readUInt32LE(0), hash.readUInt32LE(4)];
    if (/^\d/.test(word)) return String(first % 10 ** word.length).padStart(word.length, '1');
    if (!names.known.has(word)) return word;
    const [one = '', other = ''] = [
      names.all[first % names.all.length],
      names.all[second % names.all.length],
    ];
    return second % 2 === 0
      ? one
      : one.slice(0, Math.ceil(one.length / 2)) + other.slice(Math.floor(other.length / 2));
  };
  return (text) =>
    text.replace(VARIED, (word) => {
      const other = made.get(word) ?? make(word);
      made.set(word, other);
      return other;
    });
}
