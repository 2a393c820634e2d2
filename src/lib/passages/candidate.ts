import { toSentences } from '../text/sentences.ts';
import { collapse } from '../text/text.ts';
import { splitTitle } from '../text/title.ts';
import type { QuestionTerms } from './question-terms.ts';
import type { SelectedSource } from './source.ts';
import { toPlainWords } from './terms.ts';

/** A sentence of a source, compared with a question. */
export type Candidate = {
  /** On one line, otherwise as in the source. */
  readonly text: string;
  /** The number of its source. */
  readonly index: number;
  /** Its offset in the text of its page, in characters. */
  readonly at: number;
  /** Counts sentences from the first passage of the source on. */
  readonly place: number;
  /** The number of its paragraph in the source, from 1. */
  readonly paragraph: number;
  /** From `toPlainWords`. */
  readonly words: readonly string[];
  /** The number of the question's term for each word, or -1. */
  readonly terms: readonly number[];
  /** Which terms it has, in the order of the terms; other words that answer a term count as it. */
  readonly own: Uint8Array;
  /** The terms in the title of its source. */
  readonly title: Uint8Array;
  /** The terms in the heading above it. */
  readonly heading: Uint8Array;
  /** The words of the subject in the title of its source, separated by blanks. */
  readonly subject: string;
  /** The share of these words that the question has: 0.5 for "Guinea-Bissau" if it asks about Guinea. */
  readonly subjectAsked: number;
};

/** No more than this many sentences of all sources are compared. */
const MAX_SENTENCES = 1_500;
const WORD = /[\p{L}\p{N}]/u;
const ASKS = /[?？؟]$/u;
const FINISHED = /[\p{Sentence_Terminal}…]["'”’»」』）)\]]*$/u;

/** The sentences of the sources that have a word, in order: the first 1,500. */
export function toCandidates(asked: QuestionTerms, sources: readonly SelectedSource[]): Candidate[] {
  const all: Candidate[] = [];
  for (const { index, title, passages } of sources) {
    const titleWords = toPlainWords(splitTitle(title).subject);
    const subject = titleWords.join(' ');
    const titled = termsIn(asked, titleWords);
    const subjectAsked = titled.terms.filter((term) => term >= 0).length / Math.max(1, titleWords.length);
    let [place, paragraph] = [0, 0];
    for (const passage of passages) {
      let at = passage.from;
      let heading = new Uint8Array(asked.terms.count);
      paragraph++;
      for (const sentence of toSentences(passage.text, asked.language)) {
        for (const { text, at: offset } of piecesOf(sentence)) {
          if (all.length >= MAX_SENTENCES) return all;
          if (!WORD.test(text)) continue;
          const words = toPlainWords(text);
          const { terms, own } = termsIn(asked, words);
          all.push({
            text,
            index,
            at: at + offset,
            place,
            paragraph,
            words,
            terms,
            own,
            title: titled.own,
            heading,
            subject,
            subjectAsked,
          });
          place++;
          // A text without a final stop, or a question, is the heading of what follows.
          if (!FINISHED.test(text) || ASKS.test(text)) heading = own;
        }
        at += sentence.length;
        if (sentence.includes('\n', sentence.trimEnd().length)) paragraph++;
      }
    }
  }
  return all;
}

/** For each word the number of its term or -1, and which terms the words have or answer. */
function termsIn(asked: QuestionTerms, words: readonly string[]) {
  const terms = asked.terms.places(words);
  const own = new Uint8Array(asked.terms.count);
  for (const term of terms) if (term >= 0) own[term] = 1;
  for (const [term, others] of asked.others.entries())
    if (others !== undefined && own[term] === 0 && words.some((word) => others.has(word))) own[term] = 1;
  return { terms, own };
}

/** A part of a text on one line, and its offset in the text. */
type Piece = { readonly text: string; readonly at: number };

/** Longer sentences are tables, lists or menus without stops. */
const MAX_CHARS = 400;
/** Scripts without stops, where a space ends a phrase. */
const UNSTOPPED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MAX_UNSTOPPED_CHARS = 200;
const ELLIPSIS = '…';

/** A sentence on one line; a long one in pieces, cut between words, with an ellipsis where it was cut. */
export function piecesOf(sentence: string): readonly Piece[] {
  const most = UNSTOPPED.test(sentence) ? MAX_UNSTOPPED_CHARS : MAX_CHARS;
  if (sentence.length <= most) return [{ text: collapse(sentence), at: 0 }];
  const pieces: Piece[] = [];
  for (let at = 0; at < sentence.length; ) {
    const end = endOfPiece(sentence, at, most);
    const text = collapse(sentence.slice(at, end).toWellFormed());
    const before = pieces.length > 0 ? ELLIPSIS : '';
    if (text !== '') pieces.push({ text: before + text + (end < sentence.length ? ELLIPSIS : ''), at });
    at = end;
  }
  return pieces;
}

function endOfPiece(sentence: string, at: number, most: number): number {
  if (at + most >= sentence.length) return sentence.length;
  const space = sentence.slice(at, at + most).search(/\s\S*$/u);
  return at + (space > most / 2 ? space : most);
}
