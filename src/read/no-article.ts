/**
 * Beginnings of short blocks that lead away from an article (to other articles, a newsletter or social
 * networks), in the most common languages. Extend this data with new examples.
 */
const BEGINNINGS: readonly string[] = [
  // English
  'related(?: (?:stories|articles|posts|content|coverage|news|topics|links))?:?$',
  'related(?: \\w+)?:',
  '(?:also )?read(?: more| also| next)?:',
  'read (?:more|next|also)\\b',
  'also read\\b',
  'more:$',
  '(?:see|watch|don’t miss|also|more on this)(?: also)?:',
  'see also$',
  'you (?:may|might) (?:also )?(?:like|be interested|enjoy)',
  'more (?:from|on|stories|news|in)\\b',
  'recommended(?: for you| reading| stories)?:?$',
  'share (?:this|on|via|with)\\b',
  'share:?$',
  'adverts?$',
  'this slideshow requires javascript',
  'see more:',
  "don[’']t miss$",
  'follow (?:us|me|@?\\w+(?: \\w+)?) on\\b',
  '(?:sign up|subscribe|get access|register|log in|click here)\\b.*(?:newsletter|alerts?|app|' +
    'e?mail|subscri\\w+|channel|offer|now|updates|full story)\\b',
  'for the latest\\b.*\\b(?:apps?|news|updates)\\b',
  'if you enjoyed this article',
  '(?:advertisements?|ads?|sponsored(?: links| content)?|' +
    'story continues below(?: advertisement)?|article continues below)\\.?$',
  '(?:published|updated|last (?:updated|modified)|posted|release date|' +
    'first published)(?: (?:on|at|in|by))?\\b.{0,60}$',
  '(?:leave|write|post) a (?:comment|reply)',
  '(?:tags?|filed under|topics|categor(?:y|ies)|photo|image|credit|photo credit|source):? ?.{0,60}$',
  '(?:back to top|previous article|next article|print(?: this page)?|close|caption|comments?|loading)\\.*$',
  '\\d+ (?:shares|comments|views)$',
  '\\d+ of \\d+$',
  // German
  '(?:lesen sie|lies|lesen|mehr lesen)(?: sie)? (?:auch|dazu|hier|mehr)\\b',
  'mehr (?:zum thema|themen|dazu|lesen|aus|von)\\b',
  'weitere (?:artikel|themen|informationen|infos|links|beiträge|nachrichten|meldungen)',
  '(?:auch|das könnte (?:sie|dich)(?: auch)?) interess',
  'sie könnten auch',
  'das könnte (?:ihnen|dir)',
  'verwandte (?:artikel|themen|beiträge)',
  'ähnliche (?:artikel|beiträge)',
  'anzeige$',
  '(?:werbung|teilen|drucken|zurück|nach oben|kommentare?|quellenangaben?|permalien|permalink)[:.]?$',
  '(?:möchten|wollen) sie den (?:artikel|beitrag) teilen',
  '(?:jetzt|hier)? ?(?:abonnieren|anmelden)\\b',
  '(?:quelle|foto|bild|fotos|abbildung|stand|schlagwörter|themen):.{0,80}$',
  '(?:lesezeit|lesedauer):?',
  'alle angaben ohne gewähr',
  // Spanish and Portuguese
  '(?:lea|lee|leer|leia|ver|vea|mira)(?: también| más| mas| además| também| mais| tambien)?:',
  '(?:lea|lee|leia) (?:también|más|además|também|mais)\\b',
  '(?:le|te) puede interesar',
  'le(?:ia)? mais\\b',
  'veja (?:também|mais)',
  '(?:noticias|notas|artículos) relacionad[ao]s',
  '(?:publicidad|publicidade|compartir|compartilhe|iklan)\\.?$',
  'tempo de leitura',
  '(?:suscríbe(?:te|se)|únete)\\b',
  // French and Italian
  '(?:à )?lire (?:aussi|également)\\b',
  '(?:à|a) (?:découvrir|lire)\\b',
  'voir aussi\\b',
  'sur le même sujet',
  'publicité$',
  'leggi anche\\b',
  'potrebbe interessarti',
  // Dutch, Polish, Swedish
  'lees ook\\b',
  '(?:czytaj|zobacz) (?:też|także|również|więcej)\\b',
  'läs (?:också|även|mer)\\b',
];

/** The end of a word; `\b` only knows ASCII letters. */
const WORD_END = '(?![\\p{L}\\p{N}])';
const CALL = new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${BEGINNINGS.join('|').replaceAll('\\b', WORD_END)})`, 'iu');
/** What readers are asked to do, and where: a short block with both is not part of an article. */
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
/** What every one of the places contains; quicker to look for. */
const MENTIONS_PLACE = /subscri|newsletter|inbox|mail|telegram|whatsapp|youtube|push alert|our app|e-?paper/i;
/**
 * Remarks about the page instead of the article: on affiliate links, clicks and photos. Without this pattern,
 * F1 on segments falls from 0.9294 to 0.9291; without the calls to channels above, it falls as much.
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
const CLOSING_LINE = new RegExp(CLOSING_LINES.map((line) => `(?:${line})`).join('|'), 'u');
const MAX_HEADING_CHARS = 60;
const MAX_CLOSING_CHARS = 400;

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
    text.length <= MAX_CLOSING_CHARS &&
    (CLOSING_LINE.test(text) || CLOSING_LINE.test(text.charAt(0).toLowerCase() + text.slice(1)))
  );
}
