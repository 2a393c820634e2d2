/**
 * The table's own value for a key. A plain lookup also finds what every object inherits, such as
 * `constructor`, so use this for every key that comes from a text or from another server.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** An own field of untrusted JSON or of an error; undefined if the value has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
