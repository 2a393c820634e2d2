/**
 * Patterns of the lines after an article that are not part of it: its author, contact data, a company
 * profile. Extend this data with new examples.
 */
const HEADINGS: readonly string[] = [
  'about(?: the)? (?:authors?|company|us|writer)',
  "about [\\p{Lu}][\\p{L}\\p{N}&.,’' -]{1,50}",
  '(?:media|press|pr|investor)(?: relations)?(?: contacts?| inquiries| enquiries)?',
  'for (?:more|further) information(?:,? (?:please )?(?:contact|visit)?)?',
  'notes? (?:to|for) (?:the )?editors?',
  '(?:pressekontakt|ansprechpartner(?:in)?|unternehmenskontakt|rückfragen(?: an)?)',
  'über (?:den autor|die autorin|die autoren|uns)',
  "über (?:die )?[\\p{Lu}][\\p{L}\\p{N}&.,’' -]{1,50}",
  '(?:sobre|acerca de) (?:el autor|la autora|o autor|nosotros)',
  'à propos de .{1,50}',
];
/** Lines with a contact or an address, anywhere near the end. */
const LINES: readonly string[] = [
  '(?:may|can) be reached (?:at|on|by)',
  '(?:follow|contact|e?mail|write to|tweet) (?:him|her|them|us|me|the (?:author|writer|reporter)|@?[\\p{Lu}]\\S+(?: [\\p{Lu}]\\S+)?) (?:on|at|@)',
  '^have a tip',
  '^(?:additional )?(?:reporting|editing|writing) by',
  '^(?:with )?additional reporting',
  "^[\\p{Lu}]\\S+ (?:\\S+ ){0,2}[\\p{Lu}]\\S+,? (?:is|ist|was) (?:an? |the |our |eine? |\\S+[’']s? )?(?:\\S+ ){0,4}(?:reporter|editor|writer|columnist|journalist(?:in)?|correspondent|contributor|blogger|curator|producer|redakteur(?:in)?|autor(?:in)?)(?![\\p{L}])",
];

const HEADING = new RegExp(`^(?:${HEADINGS.join('|')}):?$`, 'u');
const ANY_CASE_HEADING = new RegExp(
  `^(?:${HEADINGS.filter((line) => !line.includes('Lu')).join('|')}):?$`,
  'iu',
);
const LINE = new RegExp(LINES.map((line) => `(?:${line})`).join('|'), 'u');
const MAX_HEADING_CHARS = 60;
const MAX_LINE_CHARS = 400;

/** Whether a block is the heading of a company profile or a note on the author. */
export function headsClosing(text: string): boolean {
  const line = text.trim();
  if (line.length > MAX_HEADING_CHARS) return false;
  const [first = '', ...rest] = line;
  return HEADING.test(first.toLowerCase() + rest.join('')) || ANY_CASE_HEADING.test(line);
}

/** Whether a block near the end of an article is about its author or publisher. */
export function isClosingLine(text: string): boolean {
  return (
    text.length <= MAX_LINE_CHARS &&
    (LINE.test(text) || LINE.test(text.charAt(0).toLowerCase() + text.slice(1)))
  );
}
