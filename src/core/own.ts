/**
 * The table's own value for a key. A plain lookup also finds what every object inherits, such as
 * `constructor`, so use this for every key that comes from a text or from another server.
 */
export function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
