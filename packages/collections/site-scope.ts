import type { SourceSettings } from './sources-file.ts';

// Which addresses a site has, so that a look at it ends.

const MAX_ADDRESS_CHARS = 2_000;
/** The same path with ever new parameters, or ever deeper, is a trap: a calendar, a session. */
const MAX_PARAMETERS = 3;
const MAX_SEGMENTS = 12;
const MAX_SAME_SEGMENT = 2;
const MAX_QUERIES_PER_PATH = 50;

type Site = Extract<SourceSettings, { site: string }>;

/** Whether an address belongs to the site: its host, below its first path, as the operator includes and excludes. */
export function scopeOf({ include = [], exclude = [] }: Site, start: URL): (url: URL) => boolean {
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const included = (include.length > 0 ? include : [folder]).map(toTest);
  const excluded = exclude.map(toTest);
  return (url) => {
    if (url.origin !== start.origin || isTrap(url)) return false;
    const path = url.pathname;
    return included.some((fits) => fits(path)) && !excluded.some((fits) => fits(path));
  };
}

/** Whether a path begins like a pattern, in which each `*` stands for anything. Takes linear time. */
function toTest(pattern: string): (path: string) => boolean {
  const pieces = pattern.split('*');
  return (path) => {
    let at = 0;
    for (const [index, piece] of pieces.entries()) {
      const found = index === 0 ? (path.startsWith(piece) ? 0 : -1) : path.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return true;
  };
}

function isTrap({ href, pathname, searchParams }: URL): boolean {
  if (href.length > MAX_ADDRESS_CHARS || [...searchParams].length > MAX_PARAMETERS) return true;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const counts = Map.groupBy(segments, (segment) => segment);
  return (
    segments.length > MAX_SEGMENTS || [...counts.values()].some(({ length }) => length > MAX_SAME_SEGMENT)
  );
}

/** Tells of each address whether it may be taken: of very many that differ only in their parameters, a few may. */
export function limitQueries(): (url: URL) => boolean {
  const counts = new Map<string, number>();
  return ({ pathname, search }) => {
    if (search === '') return true;
    const count = (counts.get(pathname) ?? 0) + 1;
    counts.set(pathname, count);
    return count <= MAX_QUERIES_PER_PATH;
  };
}
