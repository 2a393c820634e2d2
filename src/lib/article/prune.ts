import { boilerplateCertainty, isFrame } from './boilerplate.ts';
import { isInline, linkShare, type Part, withChildren } from './part.ts';

/** A part with a larger share of the page's prose is not boilerplate, whatever its tag or name. */
const MAX_PROSE = { surely: 0.65, perhaps: 0.3 } as const;
/** A part with a larger share of the page's prose is not a list of links, however many it contains. */
const MAX_PROSE_OF_LINKS = 0.2;

/** Removes boilerplate, by tags, roles and names. */
export function withoutSurroundings(page: Part): Part {
  return keepIf(page, (child) => {
    const around = boilerplateCertainty(child);
    return around === 'no' || child.proseChars > page.proseChars * MAX_PROSE[around];
  });
}

/** Removes menus, footer and banners, except a part with most of the prose; nothing if that is all. */
export function withoutFrame(page: Part): Part {
  const most = page.proseChars * MAX_PROSE.surely;
  const inside = keepIf(page, (child) => !isFrame(child) || (child.proseChars > most && most > 0));
  return inside.chars > 0 ? inside : page;
}

/** Removes lists and boxes that contain little but links, such as menus and recommendations. */
export function withoutLinkLists(page: Part): Part {
  return keepIf(
    page,
    (child) =>
      isInline(child.tag) || !isLinkList(child) || child.proseChars > page.proseChars * MAX_PROSE_OF_LINKS,
  );
}

const MIN_POP_UP_CHARS = 80;
const MIN_POP_UP_LINKS = 3;

/** Whether an element is a box with several links in a sentence, which opens under the pointer. */
export function isLinkPopUp(part: Part): boolean {
  if (part.tag !== 'span' || part.chars <= MIN_POP_UP_CHARS || linkShare(part) <= 0.9) return false;
  return (
    part.children.filter((child) => typeof child !== 'string' && child.linkChars > 0).length >=
    MIN_POP_UP_LINKS
  );
}

function isLinkList(part: Part): boolean {
  if (part.chars === 0 || part.linkChars === 0) return false;
  if (part.tag === 'p' || /^h[1-6]$/.test(part.tag) || part.tag === 'li') return linkShare(part) > 0.9;
  return linkShare(part) > 0.5 && part.proseChars < part.linkChars;
}

/** A part without the parts inside it that are not kept. */
function keepIf(part: Part, isKept: (child: Part) => boolean): Part {
  const { children } = part;
  /** A new list once a child changes; most parts of a page do not change. */
  let kept: (Part | string)[] | null = null;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as Part | string;
    const pruned = pruneChild(child, isKept);
    if (pruned !== child) kept ??= children.slice(0, at);
    if (pruned !== null) kept?.push(pruned);
  }
  return kept === null ? part : withChildren(part, kept);
}

function pruneChild(child: Part | string, isKept: (child: Part) => boolean): Part | string | null {
  if (typeof child === 'string') return child;
  return isKept(child) ? keepIf(child, isKept) : null;
}
