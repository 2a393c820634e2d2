/** The marker of a list item inside a line: `2.`, `2)`, `2.)`, `b)`, `• 9.`. */
const MARKER = /(?:^|(?<=\s))(?:[•⁃]\s*)?(\d{1,3}|[a-z])(\.\)|[.)])\s/gu;
const MAY_HAVE_MARKERS = /[\da-z][.)]{1,2}\s/;
/** What precedes the first item: nothing, a line break or the end of a sentence. */
const BEGINNING = /(?:^|\n|[.!?:]\s)\s*$/u;
/** The longest gap before a marker that is examined, in characters. */
const REACH = 8;

type Marker = { readonly at: number; readonly rank: number; readonly style: string };

/**
 * The offsets at which the items of a list begin that is written on one line ("1. Wash 2. Dry"), in order,
 * without the first item of each list. A list begins the way a sentence does and counts up by one, at least
 * to its second item.
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
    } else if (BEGINNING.test(text.slice(Math.max(0, marker.at - REACH), marker.at))) {
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
