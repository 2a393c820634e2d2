import lines from './name-words.json' with { type: 'json' };

/**
 * Words in the `class` and `id` of elements; each line is one trait. The trained forest decides what they
 * mean for the text inside.
 */
export const NAME_LINES: readonly string[] = lines;

const LINE_OF: ReadonlyMap<string, number> = new Map(
  NAME_LINES.flatMap((line, at) => line.split(' ').map((word) => [word, at] as const)),
);
/** A longer name was not written by a person; after this many names, names are no longer cached. */
const MAX_NAME_CHARS = 300;
const MAX_WORDS_KEPT = 5_000;

/** A set of lines, stored as bits in two numbers. */
export type NameWords = { readonly low: number; readonly high: number };

/** The empty set of lines. */
export const NO_WORDS: NameWords = { low: 0, high: 0 };

/** Creates the function that reads names; each name is read only once. */
export function createNameReader(): (className: string | undefined, id: string | undefined) => NameWords {
  const cache = new Map<string, NameWords>();
  const read = (name: string): NameWords => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    let low = 0;
    let high = 0;
    const words = name.slice(0, MAX_NAME_CHARS).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    for (const word of words) {
      const whole = word.toLowerCase();
      const line = LINE_OF.get(whole) ?? LINE_OF.get(whole.replace(/s$/, ''));
      if (line === undefined) continue;
      if (line < 31) low |= 1 << line;
      else high |= 1 << (line - 31);
    }
    const wordsOfName = low === 0 && high === 0 ? NO_WORDS : { low, high };
    if (cache.size < MAX_WORDS_KEPT) cache.set(name, wordsOfName);
    return wordsOfName;
  };
  return (className, id) => {
    if (className === undefined) return id === undefined ? NO_WORDS : read(id);
    return id === undefined ? read(className) : union(read(className), read(id));
  };
}

/** Both sets together. */
export function union(one: NameWords, other: NameWords): NameWords {
  if (one === NO_WORDS || one === other) return other;
  if (other === NO_WORDS) return one;
  return { low: one.low | other.low, high: one.high | other.high };
}
