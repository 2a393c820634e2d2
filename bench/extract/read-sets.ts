import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../src/lib/article/charset.ts';
import { readJsonLines } from '../select/json-lines.ts';

/** A page with its wanted text, or with segments that its text must and must not contain, or both. */
export type ScoredPage = {
  readonly id: string;
  readonly html: string;
  readonly text?: string;
  readonly must?: readonly string[];
  readonly mustNot?: readonly string[];
};

/** The pages of one data set. */
export type PageSet = { readonly name: string; readonly pages: readonly ScoredPage[] };

/** The sets of extraction/ that are averaged, by the kind of their pages. */
export const AVERAGED = {
  articles: ['wcxb-article', 'fundus', 'news-2023', 'daniel-2012', 'scripts', 'cleaneval'],
  'other kinds': [
    'wcxb-forum',
    'wcxb-documentation',
    'wcxb-service',
    'wcxb-product',
    'wcxb-listing',
    'wcxb-collection',
  ],
} as const;

const ARTICLES = 'article-extraction-benchmark';
const SEGMENTS = 'trafilatura-eval';

/**
 * Reads the sets below a folder: `article-extraction-benchmark` (ground-truth.json, html/ID.html.gz),
 * `trafilatura-eval` (evaldata.json, html.tar.xz; needs `tar` and `xz`) and `extraction/SET/pages.jsonl.gz`.
 * Missing sets are left out.
 * @param wanted the names of the sets to read; empty for all
 */
export function readSets(folder: string, wanted: readonly string[]): PageSet[] {
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const sets: PageSet[] = [];
  const articles = join(folder, ARTICLES);
  const segments = join(folder, SEGMENTS);
  const others = join(folder, 'extraction');
  if (isWanted(ARTICLES) && existsSync(articles))
    sets.push({ name: ARTICLES, pages: readArticles(articles) });
  if (isWanted(SEGMENTS) && existsSync(segments))
    sets.push({ name: SEGMENTS, pages: readSegments(segments) });
  if (!existsSync(others)) return sets;
  for (const name of readdirSync(others).toSorted()) {
    if (!isWanted(name) || !existsSync(join(others, name, 'pages.jsonl.gz'))) continue;
    sets.push({ name, pages: readJsonLines<ScoredPage>(others, name, 'pages') });
  }
  return sets;
}

function readArticles(folder: string): ScoredPage[] {
  const truth: Readonly<Record<string, { readonly articleBody: string }>> = JSON.parse(
    readFileSync(join(folder, 'ground-truth.json'), 'utf8'),
  );
  return Object.entries(truth).map(([id, { articleBody }]) => ({
    id,
    html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
    text: articleBody,
  }));
}

type Evaluated = {
  readonly file: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
};

function readSegments(folder: string): ScoredPage[] {
  const data: Readonly<Record<string, Evaluated>> = JSON.parse(
    readFileSync(join(folder, 'evaldata.json'), 'utf8'),
  );
  using unpacked = mkdtempDisposableSync(join(tmpdir(), 'sayso-pages-'));
  execFileSync('tar', ['-xJf', join(folder, 'html.tar.xz'), '-C', unpacked.path]);
  const files = new Map(
    globSync(join(unpacked.path, '**', '*.html')).map((file) => [basename(file), file] as const),
  );
  return Object.entries(data).flatMap(([id, { file, with: must, without: mustNot }]) => {
    const path = files.get(basename(file));
    return path === undefined ? [] : [{ id, must, mustNot, html: decodeText(readFileSync(path), '') }];
  });
}
