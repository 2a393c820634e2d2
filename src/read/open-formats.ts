import { FORMAT_BOUNDS, FORMATTING } from './html-nesting.ts';

/** A formatting element that stays open after the block that contains its start tag. */
export type Format = { readonly tag: string; readonly attributes: Readonly<Record<string, string>> };

const SAYS_LOOK = ['style', 'class', 'id', 'hidden', 'color', 'aria-hidden'] as const;
const MAX_OPEN = 6;

/**
 * The formatting that was still open when its block ended. A browser opens it again at the next text (HTML,
 * section 13.2.4.3, the list of active formatting elements), so hidden text stays hidden. Only attributes
 * that can change the look of text are remembered.
 */
export type OpenFormats = {
  /** Records that an element ends without its own end tag. */
  readonly leave: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  /** Handles an end tag that has no open element; returns whether it ended one of these formats. */
  readonly end: (tag: string) => boolean;
  readonly isAny: () => boolean;
  /** Returns what has to be opened again, the outermost first, and forgets it. */
  readonly take: () => readonly Format[];
};

/** Creates the list for one page. */
export function createOpenFormats(): OpenFormats {
  let left: Format[] = [];
  return {
    leave(tag, attributes) {
      if (FORMAT_BOUNDS.has(tag)) left = [];
      else if (FORMATTING.has(tag) && SAYS_LOOK.some((name) => attributes[name] !== undefined))
        left = [{ tag, attributes }, ...left].slice(0, MAX_OPEN);
    },
    end(tag) {
      const at = left.findLastIndex((format) => format.tag === tag);
      if (at < 0) return false;
      left = left.toSpliced(at, 1);
      return true;
    },
    isAny: () => left.length > 0,
    take() {
      const taken = left;
      left = [];
      return taken;
    },
  };
}
