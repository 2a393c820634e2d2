import { type Described, type Setting, setting } from './setting.ts';

/** A key without spaces: a space inside is most likely a missing comma. */
const KEY = /^[\x21-\x7e]+$/;

/** Comma-separated secrets, at least one; empty if the variable is not set. */
export function secrets(described: Described<readonly string[]>): Setting<readonly string[]> {
  return setting(
    described,
    {
      expected: 'a comma-separated list of at least one entry, in printable ASCII without spaces in an entry',
      parse(value) {
        const items = splitList(value);
        return items.length > 0 && items.every((item) => KEY.test(item)) ? items : undefined;
      },
    },
    true,
  );
}

/** Any number of words from a fixed set, comma-separated; also `all` or `none`. */
export function someOf<W extends string>(
  described: Omit<Described<readonly W[]>, 'fallback'> & { readonly words: readonly W[] },
): Setting<readonly W[]> {
  const { words } = described;
  return setting<readonly W[]>(
    { shownDefault: 'all', ...described, fallback: words },
    {
      expected: `\`all\`, \`none\`, or a comma-separated list of ${words.join(', ')}`,
      parse(value) {
        const items = splitList(value.toLowerCase());
        if (items.join() === 'all') return words;
        if (items.join() === 'none') return [];
        const isKnown = items.length > 0 && items.every((item) => words.some((word) => word === item));
        return isKnown ? words.filter((word) => items.includes(word)) : undefined;
      },
    },
  );
}

/** A comma-separated list in which every item passes a check. */
export function list(
  described: Described<readonly string[]> & { readonly item: string; accepts(item: string): boolean },
): Setting<readonly string[]> {
  return setting(
    { shownDefault: 'unset', ...described },
    {
      expected: `a comma-separated list of ${described.item}`,
      parse(value) {
        const items = splitList(value);
        return items.length > 0 && items.every(described.accepts) ? items : undefined;
      },
    },
  );
}

/** Comma-separated items, at least one. If `parseItem` returns a text, it describes the mistake. */
export function parsedList<T extends object>(
  described: Described<readonly T[]> & { readonly item: string; parseItem(item: string): T | string },
): Setting<readonly T[]> {
  return setting(
    { shownDefault: 'unset', ...described },
    {
      expected: `a comma-separated list of ${described.item}`,
      parse(value) {
        const items = splitList(value).map(described.parseItem);
        const good = items.filter((item) => typeof item !== 'string');
        return items.length > 0 && good.length === items.length ? good : undefined;
      },
      whyNot: (value) => {
        const items = splitList(value).map(described.parseItem);
        return items.find((item) => typeof item === 'string') ?? null;
      },
    },
  );
}

function splitList(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
