/**
 * The maximum number of characters that one check may compare. Real data need far less than a million.
 * Without this limit, a schema of 8,000 characters whose parts refer to each other could block the event loop
 * for seconds.
 */
const MAX_WORK = 3_000_000;

/** Counts the cost of checking a value against a schema. */
export type CheckWork = {
  /** Records that two parts are compared; false if that exceeds the limit of one check. */
  allows(value: unknown, part: object): boolean;
};

/** A count for one check. Every comparison costs the lengths of both parts as JSON, so no keyword is free. */
export function startCheckWork(): CheckWork {
  const lengths = new Map<object, number>();
  const lengthOf = (part: unknown): number => {
    if (typeof part === 'string') return part.length + 1;
    if (typeof part !== 'object' || part === null) return 1;
    const known = lengths.get(part);
    if (known !== undefined) return known;
    const { length } = JSON.stringify(part);
    lengths.set(part, length);
    return length;
  };
  let left = MAX_WORK;
  return {
    allows(value, part) {
      if (left > 0) left -= lengthOf(value) + lengthOf(part);
      return left > 0;
    },
  };
}
