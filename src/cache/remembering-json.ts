import { parseBoundedJson } from '../core/bounded-json.ts';
/** Texts of JSON to what they say and back. */
export type Json = { serialize(value: unknown): string; deserialize(text: string): unknown };

/**
 * JSON that remembers what the texts it read last say, up to `maxChars` of them: an answer that many ask for is read once. What it
 * gives back is shared, so nobody may change it.
 */
export function createRememberingJson(maxChars: number): Json {
  const known = new Map<string, unknown>();
  let chars = 0;
  return {
    serialize: (value) => JSON.stringify(value),
    deserialize(text) {
      // The same string, which knows its hash already: looking it up costs nothing.
      if (known.has(text)) return known.get(text);
      const value: unknown = parseBoundedJson(text);
      chars += text.length;
      if (chars > maxChars) {
        known.clear();
        chars = text.length;
      }
      known.set(text, value);
      return value;
    },
  };
}
