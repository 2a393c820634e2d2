import beginnings from './no-article.json' with { type: 'json' };

/** Beginnings of blocks that lead away from an article, in common languages; regular expressions. */
const BEGINNINGS: readonly string[] = Object.values(beginnings).flat();

/** The end of a word; `\b` supports only ASCII letters. */
const WORD_END = '(?![\\p{L}\\p{N}])';
const CALL = new RegExp(`^[\\s\\p{P}\\p{S}]*${anyOf(BEGINNINGS)}`, 'iu');
/** Actions that readers are asked to do, and places for them; a short block with both is no article. */
const ASKS =
  '(?:sign up|subscribe|join|follow|download|get|register|únete|suscr[ií]b|abonn|anmelden|' +
  'klick|click|werden sie)';
const PLACES =
  '(?:subscriptions? service|newsletters?|inbox|e-?mail alerts?|(?:telegram|whatsapp|' +
  'youtube)[- ]?(?:channel|canal|kanal|group)?|canal de (?:telegram|whatsapp|youtube)|' +
  'mailing list|push alerts?|our app|e-paper)';
const CHANNEL = new RegExp(
  `(?:^|[^\\p{L}])${ASKS}.{0,120}(?:^|[^\\p{L}])${PLACES}${WORD_END}|(?:^|` +
    `[^\\p{L}])${PLACES}${WORD_END}.{0,60}[^\\p{L}]${ASKS}`,
  'iu',
);
/** Every place contains one of these strings; searching for them first is faster. */
const MENTIONS_PLACE = /subscri|newsletter|inbox|mail|telegram|whatsapp|youtube|push alert|our app|e-?paper/i;
/**
 * Remarks about the page instead of the article: on affiliate links, clicks and photos. F1 on segments falls
 * from 0.9294 to 0.9291 without this pattern, and by the same amount without the patterns for actions and
 * places above.
 */
const ASIDE = new RegExp(
  'affiliate[- ](?:commission|links?)|(?:click|klick(?:en)?(?: sie)?|tap) (?:here|hier) |' +
    '^in this .{0,80}(?:photo|image|picture|video frame)\\b',
  'iu',
);
/** A short block with a copyright sign is a caption or an imprint. */
const MAX_CREDIT_CHARS = 200;
const MAX_CALL_CHARS = 220;

/** Whether a block only leads the reader elsewhere or describes the page, and is not part of the article. */
export function callsReaderAway(text: string): boolean {
  if (text.length > MAX_CALL_CHARS) return false;
  return (
    CALL.test(text) ||
    (MENTIONS_PLACE.test(text) && CHANNEL.test(text)) ||
    (text.length <= MAX_CREDIT_CHARS && text.includes('©')) ||
    ASIDE.test(text)
  );
}

/** Lines after an article that are not part of it: author, contact, company. Add new examples here. */
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
const CLOSING_LINES: readonly string[] = [
  '(?:may|can) be reached (?:at|on|by)',
  '(?:follow|contact|e?mail|write to|tweet) (?:him|her|them|us|me|the (?:author|writer|' +
    'reporter)|@?[\\p{Lu}]\\S+(?: [\\p{Lu}]\\S+)?) (?:on|at|@)',
  '^have a tip',
  '^(?:additional )?(?:reporting|editing|writing) by',
  '^(?:with )?additional reporting',
  '^[\\p{Lu}]\\S+ (?:\\S+ ){0,2}[\\p{Lu}]\\S+,? (?:is|ist|was) (?:an? |the |our |eine? |' +
    "\\S+[’']s? )?(?:\\S+ ){0,4}(?:reporter|editor|writer|columnist|journalist(?:in)?|" +
    'correspondent|contributor|blogger|curator|producer|redakteur(?:in)?|' +
    'autor(?:in)?)(?![\\p{L}])',
];

const HEADING = new RegExp(`^(?:${HEADINGS.join('|')}):?$`, 'u');
const ANY_CASE_HEADING = new RegExp(
  `^(?:${HEADINGS.filter((line) => !line.includes('Lu')).join('|')}):?$`,
  'iu',
);
const CLOSING = CLOSING_LINES.map((line) => `(?:${line})`).join('|');
const CLOSING_LINE = new RegExp(CLOSING, 'u');
const BEGINS_CLOSING = new RegExp(`^(?:${CLOSING})`, 'u');
const MAX_HEADING_CHARS = 60;
const MAX_CLOSING_CHARS = 400;

/** Whether a block is the heading of a company profile or a note on the author. */
export function headsClosing(text: string): boolean {
  const line = text.trim();
  if (line.length > MAX_HEADING_CHARS) return false;
  const [first = ''] = line;
  return HEADING.test(first.toLowerCase() + line.slice(first.length)) || ANY_CASE_HEADING.test(line);
}

/** Whether a block near the end of an article is about its author or publisher. */
export function isClosingLine(text: string): boolean {
  if (text.length > MAX_CLOSING_CHARS) return false;
  return CLOSING_LINE.test(text) || BEGINS_CLOSING.test(text.charAt(0).toLowerCase() + text.slice(1));
}

/**
 * A pattern for any of these patterns, in which `\b` stands for the end of a word. Patterns that end with it
 * share one end, because each end takes about as long to compile as all the words together.
 */
function anyOf(patterns: readonly string[]): string {
  const whole = patterns.filter((pattern) => pattern.endsWith('\\b')).map((each) => each.slice(0, -2));
  const others = patterns.filter((pattern) => !pattern.endsWith('\\b'));
  return `(?:(?:${whole.join('|')})\\b|${others.join('|')})`.replaceAll('\\b', WORD_END);
}
