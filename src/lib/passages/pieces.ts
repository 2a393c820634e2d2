import { collapse } from '../text/text.ts';

/** A part of a text on one line, and its offset in the text. */
export type Piece = { readonly text: string; readonly at: number };

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
