/** Passes text on without splitting a character; `end` returns what was held back, once. */
type WholeCharacters = { push(piece: string): string; end(): string };

const HALF_AT_END = /[\ud800-\udbff]$/;

/**
 * Joins characters whose two surrogates a model's server sent in two pieces. A lone surrogate becomes U+FFFD:
 * in JSON, it would be an escape that strict parsers reject (RFC 8259, 8.2).
 */
export function wholeCharacters(): WholeCharacters {
  let half = '';
  return {
    push(piece) {
      const text = half + piece;
      half = HALF_AT_END.exec(text)?.[0] ?? '';
      return (half === '' ? text : text.slice(0, -1)).toWellFormed();
    },
    end() {
      const rest = half.toWellFormed();
      half = '';
      return rest;
    },
  };
}
