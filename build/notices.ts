import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * The licenses of bundled packages as one text; their authors require them to accompany copies of their code.
 * Equal licenses appear once.
 * @param packages names of packages in `node_modules`
 */
export function toNotices(packages: readonly string[]): string {
  const holders = new Map<string, string[]>();
  for (const name of packages) {
    const folder = join(ROOT, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly license: string;
    };
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
    const text = texts.join('\n\n') || `(${license}; the package contains no license file.)`;
    const known = holders.get(text);
    if (known === undefined) holders.set(text, [`${name} ${version} (${license})`]);
    else known.push(`${name} ${version} (${license})`);
  }
  const parts = [...holders].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `The bundles contain code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
