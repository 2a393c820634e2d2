import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Writes the licenses of bundled packages, which their authors require to accompany copies of their code.
 * Equal texts are written once.
 * @param packages names of packages in `node_modules`
 * @param file the file to write
 */
export function writeNotices(packages: readonly string[], file: string): void {
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
  writeFileSync(
    file,
    `The bundles contain code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`,
  );
}
