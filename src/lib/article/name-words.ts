import lines from './name-words.json' with { type: 'json' };

/** Words in the `class` and `id` of elements, a trait a line; the forest learned what they mean. */
export const NAME_LINES: readonly string[] = lines;

const BIT_OF: ReadonlyMap<string, number> = new Map(
  NAME_LINES.flatMap((line, at) => line.split(' ').map((word) => [word, 1 << at] as const)),
);
/** A longer name was not written by a person; after this many names, names are no longer cached. */
const MAX_NAME_CHARS = 300;
const MAX_WORDS_KEPT = 5_000;

/** A set of lines, as bits. */
export type NameWords = number;

/** Creates the function that reads names; each name is read only once. */
export function createNameReader(): (className: string | undefined, id: string | undefined) => NameWords {
  const cache = new Map<string, NameWords>();
  const read = (name: string | undefined): NameWords => {
    if (name === undefined) return 0;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const words = name.slice(0, MAX_NAME_CHARS).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    const bits = words.reduce((sum, word) => sum | bitOf(word.toLowerCase()), 0);
    if (cache.size < MAX_WORDS_KEPT) cache.set(name, bits);
    return bits;
  };
  return (className, id) => read(className) | read(id);
}

function bitOf(word: string): number {
  return BIT_OF.get(word) ?? BIT_OF.get(word.replace(/s$/, '')) ?? 0;
}
