import { parseBoundedJson } from '../core/bounded-json.ts';

/** Converts values to JSON and back. */
export type JsonSerializer = { serialize(value: unknown): string; deserialize(text: string): unknown };

/**
 * JSON that remembers the values of recently parsed texts, up to `maxChars` characters, so that a popular
 * answer is parsed once. The values are shared and must not be changed.
 */
export function createRememberingJson(maxChars: number): JsonSerializer {
  const known = new Map<string, unknown>();
  let chars = 0;
  return {
    serialize: (value) => JSON.stringify(value),
    deserialize(text) {
      // The string from the map, whose hash is already computed, so that lookups are cheap.
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
