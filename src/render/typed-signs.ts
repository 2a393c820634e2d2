/**
 * Signs that are typed as two or three others. Marks of HTML and of Markdown are none: they stand without blanks;
 * between two names the arrow is one of a program. */
const TYPED = /(?!(?<=\p{L}{2})->\p{L}{2})(?<=^|[\s\p{L}\p{N})])(?:[-=]>|[<>!]==?)(?=[\s\p{L}\p{N}(]|$)/gu;
const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '!==': '≠' };

/** The text with `->`, `>=`, `!=` and the like as the signs they stand for, which a voice can be told how to say. */
export function withPlainSigns(text: string): string {
  if (!/[-=]>|[<>!]=/.test(text)) return text;
  return text.replace(TYPED, (typed) => SIGNS[typed] ?? (typed.endsWith('>') ? '→' : typed));
}
