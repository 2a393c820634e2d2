/** The longest list a header field is read to; the longest that browsers send have some 200 characters. */
const MAX_CHARS = 1024;

/**
 * A header field that holds a list, cut after its last whole item within the limit: what reads such lists takes more time
 * than their length suggests, and some are read before a key is checked.
 */
export function boundedField(field: string): string {
  if (field.length <= MAX_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_CHARS)));
}
