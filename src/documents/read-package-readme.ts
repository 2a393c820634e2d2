import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseWebUrl } from '../lib/text/url.ts';
import type { CollectionDocument } from './collection-document.ts';
import { asSentence } from './document-title.ts';
import { readMarkdown } from './plain-markdown.ts';

const manifestSchema = z.object({
  name: z.string(),
  description: z.string().catch(''),
  homepage: z.string().catch(''),
  license: z.string().catch(''),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch(''),
  version: z.string().catch(''),
  /** Only packages with a binary for one platform have this field. */
  os: z.unknown().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).catch(''),
});

const README = /^readme(?:\.md|\.markdown|\.txt)?$/i;
const ON_GITHUB = new RegExp(
  String.raw`^(?:(?:git\+)?(?:https?|ssh|git):\/\/(?:[\w-]+@)?github\.com\/|git@github\.com:` +
    String.raw`|github:)?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?$`,
);

/**
 * The README of the package in a folder as a document. The URL is the package's homepage; if the package
 * names only its repository, the URL is the README on GitHub, as on npm. Returns null for packages without
 * README or address, binaries for one platform, and unreadable packages.
 */
export async function readPackageReadme(folder: string): Promise<CollectionDocument | null> {
  return readPackage(folder).catch(() => null);
}

async function readPackage(folder: string): Promise<CollectionDocument | null> {
  const readme = (await readdir(folder)).find((name) => README.test(name));
  if (readme === undefined) return null;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const url = manifest.os === undefined ? addressOf(manifest) : null;
  const { text } = readMarkdown(await readFile(join(folder, readme), 'utf8'));
  if (url === null || text === '') return null;
  const { name, description } = manifest;
  const title = description === '' ? name : `${name}: ${description}`;
  return { url, title, text: `${factsOf(manifest).join('\n\n')}\n\n${text}` };
}

/** What many READMEs never say, because npm shows it beside them. */
function factsOf({ name, description, license, author, version }: z.infer<typeof manifestSchema>): string[] {
  const [maker = ''] = author.split(/[<(]/);
  return [
    description === '' ? '' : `${name} is described as: ${asSentence(description)}`,
    license === '' ? '' : `The license of ${name} is ${license}: it is published under this license.`,
    `The command to install ${name} with npm is: npm install ${name}`,
    maker.trim() === '' ? '' : `The author of ${name}, who made it, is ${asSentence(maker.trim())}`,
    version === '' ? '' : `The version of ${name} described here is ${version}.`,
  ].filter((sentence) => sentence !== '');
}

function addressOf({ homepage, repository }: z.infer<typeof manifestSchema>): string | null {
  const [, onGithub] = ON_GITHUB.exec(repository) ?? [];
  const url =
    parseWebUrl(homepage) ?? (onGithub ? parseWebUrl(`https://github.com/${onGithub}#readme`) : null);
  return url?.href ?? null;
}
