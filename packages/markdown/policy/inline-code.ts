/** A bar in inline code, at which a parser of tables would divide it. */
export function hasBar(code: string): boolean {
  return /(?<!\\)\|/.test(code);
}

/**
 * Whether every parser sees this inline code as such; false for an empty text.
 * @param place whether it is in a row of a table, and whether a link definition could be open before it
 */
export function isCertainCode(
  code: string,
  place: { readonly isTable: boolean; readonly mayDefine: boolean },
): boolean {
  const mayEndParagraph = /\n[ \t]*[>#|=\-+*~<[:]/.test(code);
  const mayBeDefinition = place.mayDefine && code.includes(']:');
  return code !== '' && !mayEndParagraph && !mayBeDefinition && !(place.isTable && hasBar(code));
}
