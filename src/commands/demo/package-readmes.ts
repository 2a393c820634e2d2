import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArticle } from '@sayso/article';
import type { NewDocument } from '@sayso/collections';
import { parseWebUrl } from '@sayso/text/url.ts';
import { z } from 'zod';
import { abortReason } from '../../core/deadline.ts';

/**
 * The READMEs of the packages in a `node_modules` folder as documents, ordered by name: real text that every
 * installation has, for trying the service. Packages that give no document are skipped. Throws only the
 * signal's reason when it aborts.
 */
export async function* readPackageReadmes(
  nodeModulesFolder: string,
  signal: AbortSignal,
): AsyncGenerator<NewDocument> {
  for (const name of await packagesIn(nodeModulesFolder)) {
    if (signal.aborted) throw abortReason(signal);
    const document = await readPackageReadme(join(nodeModulesFolder, name));
    if (document !== null) yield document;
  }
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = await entriesOf(folder);
  const packages = names.map(async (name) =>
    name.startsWith('@') ? (await entriesOf(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(packages)).flat();
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}

const manifestSchema = z.object({
  name: z.string(),
  description: z.string().catch(''),
  homepage: z.string().catch(''),
  license: z.string().catch(''),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch(''),
  version: z.string().catch(''),
  /** Only packages with a binary for one platform have this field. */
  os: z.unknown().optional(),
  repository: z
    .union([
      z.string().transform((url) => ({ url, directory: '' })),
      z.object({ url: z.string(), directory: z.string().catch('') }),
    ])
    .catch({ url: '', directory: '' }),
});

const README = /^readme(?:\.md|\.markdown|\.txt)?$/i;
const ON_GITHUB = new RegExp(
  String.raw`^(?:(?:git\+)?(?:https?|ssh|git):\/\/(?:[\w-]+@)?github\.com\/|git@github\.com:` +
    String.raw`|github:)?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?$`,
);

/**
 * The README of the package in a folder as a document. The URL is that of the file on GitHub, where its words
 * can be found; the package's homepage, which may say something else, if it is not there. Returns null for
 * packages without README or address, binaries for one platform, and unreadable packages.
 */
export async function readPackageReadme(folder: string): Promise<NewDocument | null> {
  return readPackage(folder).catch(() => null);
}

async function readPackage(folder: string): Promise<NewDocument | null> {
  const readme = (await readdir(folder)).find((name) => README.test(name));
  if (readme === undefined) return null;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const url = manifest.os === undefined ? addressOf(manifest, readme) : null;
  const markdown = await readFile(join(folder, readme), 'utf8');
  const { text } = await readArticle(markdown, { format: 'markdown', full: true });
  if (url === null || text === '') return null;
  const { name, description } = manifest;
  const title = description === '' ? name : `${name}: ${description}`;
  return { url, path: `packages/${name}`, title, text: `${factsOf(manifest).join('\n\n')}\n\n${text}` };
}

/** What many READMEs never say, because npm shows it beside them. */
function factsOf({ name, description, license, author, version }: z.infer<typeof manifestSchema>): string[] {
  const [maker = ''] = author.split(/[<(]/);
  return [
    description === '' ? '' : `${name} is described as: ${asSentence(description)}`,
    license === '' ? '' : `The license of ${name} is ${license}: it is published under this license.`,
    `The command to install ${name} with npm is: npm install ${name}`,
    maker.trim() === '' ? '' : `The author of ${name}, who made (wrote) it, is ${asSentence(maker.trim())}`,
    version === '' ? '' : `The version of ${name} described here is ${version}.`,
  ].filter((sentence) => sentence !== '');
}

function asSentence(text: string): string {
  return /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

function addressOf({ homepage, repository }: z.infer<typeof manifestSchema>, readme: string): string | null {
  const [, onGithub] = ON_GITHUB.exec(repository.url) ?? [];
  if (onGithub === undefined) return parseWebUrl(homepage)?.href ?? null;
  const path = join(repository.directory, readme);
  return parseWebUrl(`https://github.com/${onGithub}/blob/HEAD/${path}`)?.href ?? null;
}
