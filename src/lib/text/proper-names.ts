import { once } from './once.ts';
import otherNames from './other-country-names.json' with { type: 'json' };

/** Further locales of a language that name countries otherwise. */
const LOCALES: Readonly<Record<string, readonly string[]>> = { pt: ['pt', 'pt-PT'], zh: ['zh', 'zh-Hant'] };
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = otherNames;
const FIRST_LETTER = 65;
const LETTERS = 26;
/** "Congo - Kinshasa", "Myanmar (Burma)" and names that join several with a comma. */
const SEPARATORS = /\s+-\s+|\s*[()（）,，]\s*/u;

/** All pairs of letters; the runtime knows which of them are codes of a country or a language. */
const codes = once(() =>
  Array.from({ length: LETTERS ** 2 }, (_, at) =>
    String.fromCharCode(FIRST_LETTER + Math.floor(at / LETTERS), FIRST_LETTER + (at % LETTERS)),
  ),
);

/**
 * The names of countries and languages in a language, by a key that is the same for all languages. They come
 * from the runtime (Unicode CLDR), and a few older or shorter names from a list. The usual name comes first.
 * @param language ISO 639-1 code
 */
export function properNames(language: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  const add = (key: string, name: string | undefined) => {
    if (name === undefined) return;
    const known = names.get(key) ?? new Set();
    names.set(
      key,
      known.add(
        name
          .replaceAll('’', "'")
          .replace('&', 'and')
          .replace(/\bSt\. /, 'Saint '),
      ),
    );
  };
  for (const locale of LOCALES[language] ?? [language]) {
    for (const [type, style] of [
      ['region', 'long'],
      ['region', 'short'],
      ['language', 'long'],
    ] as const) {
      const display = new Intl.DisplayNames(locale, { type, style, fallback: 'none' });
      for (const code of codes())
        add(`${type} ${code}`, display.of(type === 'language' ? code.toLowerCase() : code));
    }
  }
  for (const [code, list] of Object.entries(OTHERS[language] ?? {}))
    for (const name of list.split(', ')) add(`region ${code}`, name);
  for (const all of names.values())
    for (const name of [...all]) for (const part of partsOf(name)) all.add(part);
  return new Map([...names].map(([key, all]) => [key, [...all]]));
}

/** "Myanmar" and "Burma" of "Myanmar (Burma)"; nothing of "Congo - Kinshasa", which is not just any Congo. */
function partsOf(name: string): string[] {
  return /[(（]/u.test(name) ? name.split(SEPARATORS).filter((part) => part !== '') : [];
}
