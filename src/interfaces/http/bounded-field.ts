/** The part of a list in a header that is read, in characters; browsers send about 200 at most. */
const MAX_CHARS = 1024;

/**
 * A header field that contains a list, cut off after the last complete item within the limit: parsers of such
 * lists take more time than their length suggests, and some lists are read before the key is checked.
 */
export function boundedField(field: string): string {
  if (field.length <= MAX_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_CHARS)));
}
