/** Text in pieces in, the same text out, no piece with half a character. */
export type WholeCharacters = { push(piece: string): string; end(): string };

const HALF_AT_END = /[\ud800-\udbff]$/;

/**
 * Puts characters together that a model's server cut into surrogate halves, one in each piece. A half that stays alone
 * becomes U+FFFD: in JSON it would be an escape that strict parsers refuse (RFC 8259, 8.2).
 */
export function wholeCharacters(): WholeCharacters {
  let half = '';
  return {
    push(piece) {
      const text = half + piece;
      half = HALF_AT_END.exec(text)?.[0] ?? '';
      return (half === '' ? text : text.slice(0, -1)).toWellFormed();
    },
    end: () => half.toWellFormed(),
  };
}
