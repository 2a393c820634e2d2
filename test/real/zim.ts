import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileOfPackage } from './debian-packages.ts';
import type { FactPage } from './facts.ts';
import { greySquare } from './png.ts';

const WELCOME = 'index.html';
const PICTURE = 'picture.png';
/** The only size that zimwriterfs accepts, in pixels. */
const PICTURE_SIDE = 48;

/**
 * Packs the pages into a ZIM file with a full-text index and returns its path. kiwix-serve uses the file name
 * as the name of the book: `facts.zim` is found under `/facts/`.
 * @throws Error with zimwriterfs's own message if it fails
 */
export async function buildZim(pages: readonly FactPage[], folder: string): Promise<string> {
  const html = join(folder, 'html');
  const zim = join(folder, 'facts.zim');
  await mkdir(html);
  const links = pages.map(({ name }) => `<a href="${name}">${name}</a>`).join(' ');
  await Promise.all([
    ...pages.map((page) => writeFile(join(html, page.name), page.html)),
    writeFile(join(html, WELCOME), `<!doctype html><title>All pages</title><body>${links}</body>`),
    writeFile(join(html, PICTURE), greySquare(PICTURE_SIDE)),
  ]);
  const about = ['--title', 'Facts', '--description', 'Countries and elements', '--name', 'facts'];
  const origin = ['--language', 'eng', '--creator', 'Debian', '--publisher', 'Sayso'];
  const parts = ['--welcome', WELCOME, '--illustration', PICTURE];
  await promisify(execFile)(fileOfPackage('zim-tools'), [...parts, ...about, ...origin, html, zim]);
  return zim;
}
