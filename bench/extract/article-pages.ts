import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page and the text of its article. */
export type ArticlePage = { readonly id: string; readonly html: string; readonly wanted: string };

/**
 * Reads a folder in the layout of Scrapinghub's article-extraction-benchmark: ground-truth.json,
 * html/ID.html.gz.
 */
export function readArticlePages(folder: string): ArticlePage[] {
  const truth: Readonly<Record<string, { readonly articleBody: string }>> = JSON.parse(
    readFileSync(join(folder, 'ground-truth.json'), 'utf8'),
  );
  return Object.entries(truth).map(([id, { articleBody }]) => ({
    id,
    html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
    wanted: articleBody,
  }));
}
