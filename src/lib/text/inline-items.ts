/** The marker of a list item inside a line: `2.`, `2)`, `2.)`, `b)`, `• 9.`. */
const MARKER = /(?:^|(?<=\s))(?:[•⁃]\s*)?(\d{1,3}|[a-z])(\.\)|[.)])\s/gu;
const MAY_HAVE_MARKERS = /[\da-z][.)]{1,2}\s/;
/** What may precede the first item: nothing, a line break or the end of a sentence. */
const BEGINNING = /(?:^|\n|[.!?:]\s)\s*$/u;
/** The number of characters before a marker in which `BEGINNING` is looked for. */
const MARKER_REACH = 8;

/** The marker of an item. */
type Marker = {
  /** Its offset in the text. */
  readonly at: number;
  /** Its number, or the code of its letter. */
  readonly rank: number;
  /** What all markers of one list share. */
  readonly style: string;
};

/**
 * The offsets of the list items in a list that is written on one line ("1. Wash 2. Dry"), in order, without
 * the first item of each list. A list begins where a sentence may begin, and has at least two items, which
 * count up by one.
 */
export function inlineItemStarts(text: string): readonly number[] {
  if (!MAY_HAVE_MARKERS.test(text)) return [];
  const starts: number[] = [];
  let last: Marker | null = null;
  for (const match of text.matchAll(MARKER)) {
    const marker = toMarker(match);
    if (last !== null && marker.rank === last.rank + 1 && marker.style === last.style) {
      starts.push(marker.at);
      last = marker;
    } else if (BEGINNING.test(text.slice(Math.max(0, marker.at - MARKER_REACH), marker.at))) {
      last = marker;
    }
  }
  return starts;
}

function toMarker(match: RegExpExecArray): Marker {
  const [, sign = '', end = ''] = match;
  const isNumber = /^\d/.test(sign);
  return {
    at: match.index,
    rank: isNumber ? Number(sign) : sign.charCodeAt(0),
    style: `${isNumber ? '1' : 'a'}${end}`,
  };
}
