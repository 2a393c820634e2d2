/**
 * The message that a model would see if it decoded text hidden in Unicode in three ways; appended to the text
 * before it is searched.
 */
export function decodeUnseen(text: string): string {
  return [fromTags(text), fromVariationSelectors(text), fromZeroWidths(text)].join(' ');
}

function fromTags(text: string): string {
  return Array.from(text.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');
}

/** A selector is a byte: 16 of them are in one block of Unicode, 240 in another. */
function fromVariationSelectors(text: string): string {
  const bytes = Array.from(text.matchAll(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu), ([selector]) => {
    const point = selector.codePointAt(0) ?? 0;
    return point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16;
  });
  return Buffer.from(bytes).toString();
}

/** Zero-width space is 0, non-joiner is 1, and joiner separates the characters. */
function fromZeroWidths(text: string): string {
  const runs = text.match(/[\u200b\u200c\u200d]{8,}/g) ?? [];
  return runs
    .flatMap((run) => run.split('\u200d'))
    .map((bits) =>
      String.fromCharCode(Number.parseInt(bits.replace(/\u200b/g, '0').replace(/\u200c/g, '1') || '0', 2)),
    )
    .join('');
}
