const NAME = 'ytInitialPlayerResponse';
/** The name also stands where the value is read; this many places are looked at. */
const MAX_PLACES = 10;
/** What stands between the name and the value: ` = ` or `"] = `. */
const ASSIGNED = /^(?:["']\])?\s*=\s*(?=\{)/;

/**
 * The JSON of the data from which YouTube's page shows its video, `var ytInitialPlayerResponse = {...};`;
 * null if the page has none. The JSON may be invalid. Takes linear time.
 */
export function playerResponseIn(html: string): string | null {
  let at = html.indexOf(NAME);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
    const from = at + NAME.length;
    const assigned = ASSIGNED.exec(html.slice(from, from + 20));
    if (assigned !== null) return objectAt(html, from + assigned[0].length);
    at = html.indexOf(NAME, from);
  }
  return null;
}

/** From the brace at `from` to the one that closes it, or to the end. */
function objectAt(text: string, from: number): string {
  const marks = /["\\{}]/g;
  marks.lastIndex = from;
  let depth = 0;
  let isInString = false;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '\\') marks.lastIndex++;
    else if (mark[0] === '"') isInString = !isInString;
    else if (!isInString) {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return text.slice(from, marks.lastIndex);
    }
  }
  return text.slice(from);
}
