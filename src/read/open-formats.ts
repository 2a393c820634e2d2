import { FORMAT_BOUNDS, FORMATTING } from './html-nesting.ts';

/** A start tag that goes on behind the block it stood in. */
export type Format = { readonly tag: string; readonly attributes: Readonly<Record<string, string>> };

const SAYS_LOOK = ['style', 'class', 'id', 'hidden', 'color', 'aria-hidden'] as const;
const MAX_OPEN = 6;

/**
 * What was open for formatting when its block ended: a browser opens it again at the next text (HTML, section 13.2.4.3,
 * the list of active formatting elements), so that what hides goes on hiding. Only what may change how text looks is
 * remembered.
 */
export type OpenFormats = {
  /** An element ends that nobody ended by its own tag. */
  readonly leave: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  /** An end tag has no open element; whether it ended one of these. */
  readonly end: (tag: string) => boolean;
  readonly isAny: () => boolean;
  /** What is to be opened again, the outer first; they are open now. */
  readonly take: () => readonly Format[];
};

/** Makes the memory of one page. */
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
