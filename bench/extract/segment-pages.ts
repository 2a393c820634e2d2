import { execFileSync } from 'node:child_process';
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { decodeText } from '../../src/read/charset.ts';
import type { Segments } from './segment-score.ts';

/** A page and the segments that its text must and must not have. */
export type SegmentPage = Segments & { readonly id: string; readonly html: string };

/**
 * Reads a folder in the layout of trafilatura's evaluation: evaldata.json, html.tar.xz. Needs `tar` and `xz`.
 */
export function readSegmentPages(folder: string): SegmentPage[] {
  const data: Readonly<Record<string, Segments & { readonly file: string }>> = JSON.parse(
    readFileSync(join(folder, 'evaldata.json'), 'utf8'),
  );
  using unpacked = mkdtempDisposableSync(join(tmpdir(), 'sayso-pages-'));
  execFileSync('tar', ['-xJf', join(folder, 'html.tar.xz'), '-C', unpacked.path]);
  const files = new Map(
    globSync(join(unpacked.path, '**', '*.html')).map((file) => [basename(file), file] as const),
  );
  return Object.entries(data).flatMap(([id, { file, ...segments }]) => {
    const path = files.get(basename(file));
    return path === undefined ? [] : [{ id, ...segments, html: decodeText(readFileSync(path), '') }];
  });
}
