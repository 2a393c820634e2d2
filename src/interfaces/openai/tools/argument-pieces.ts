/** The length of the pieces in which arguments are streamed, in code points. */
const PIECE = /[\s\S]{1,64}/gu;

/** The arguments of a call in pieces, as models' APIs stream them. */
export function argumentPieces(text: string): readonly string[] {
  return text.match(PIECE) ?? [];
}
