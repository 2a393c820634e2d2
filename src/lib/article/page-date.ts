import { collapse } from '../text/text.ts';
import { FIRST_YEAR, findDate, isPlausible, MAX_DATE_CHARS, readStatedDate } from '../text/written-date.ts';
import { eachElement, type HtmlElement, isElement } from './html-element.ts';

/** A line with more characters and elements than this, white space included, is not read to its end. */
const MAX_LINE_WORK = 2_000;
/** A date this far below the headline belongs to something else. */
const MAX_ELEMENTS_BELOW = 60;
const DATE_NAME =
  /(?:^|[\s_-])(?:date|dateline|datetime|published|pubdate|posted|timestamp|byline|time)(?:$|[\s_-])/i;
const SAYS_PUBLISHED =
  /^(?:first )?(?:published|posted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|opublikowano)/i;

/**
 * The date of publication that a page shows: in an element that is marked as such a date, or below the
 * headline. There it must be in a `time` element, or in a short line whose name or first words mark it as a
 * date of publication. Null if there is none.
 */
export function dateSeen(page: HtmlElement, now: Date): string | null {
  let marked: string | null = null;
  let below: string | null = null;
  let left = 0;
  eachElement(page, (element) => {
    const { tag, attributes } = element;
    if (tag === 'h1') left = MAX_ELEMENTS_BELOW;
    const isMarked = attributes.itemprop === 'datePublished' || attributes.pubdate !== undefined;
    if (isMarked) marked ??= dateOf(element, now);
    else if (left-- > 0 && below === null && isDateLine(element)) below = dateOf(element, now);
  });
  return marked ?? below;
}

function isDateLine({ tag, attributes, children }: HtmlElement): boolean {
  if (tag === 'time' || DATE_NAME.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)) return true;
  const [first] = children;
  return typeof first === 'string' && SAYS_PUBLISHED.test(first.trimStart().slice(0, MAX_DATE_CHARS));
}

function dateOf(element: HtmlElement, now: Date): string | null {
  const { datetime, content } = element.attributes;
  const stated = readStatedDate(datetime ?? content ?? '', now);
  if (stated !== null) return isPlausible(stated, FIRST_YEAR.seen, now) ? stated : null;
  const line = collapse(startOf(element));
  return line.length > MAX_DATE_CHARS ? null : findDate(line, FIRST_YEAR.seen, now);
}

/**
 * The text of an element; only the beginning of a long text, because hundreds of elements may contain each
 * other.
 */
function startOf(element: HtmlElement): string {
  let text = '';
  let left = MAX_LINE_WORK;
  const read = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (left <= 0) return;
      left -= isElement(child) ? 1 : child.length;
      if (isElement(child)) read(child);
      else text += child.slice(0, MAX_LINE_WORK);
    }
  };
  read(element);
  return text;
}
