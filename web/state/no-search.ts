/** Longer questions contain more than a sum or a time of day. */
const MAX_CHARS = 80;

/**
 * Only digits, brackets and signs, after an optional "what is". A sign without spaces that also occurs in
 * dates and names ("9/11", "24/7", "1914-1918") does not count.
 */
const SUM = new RegExp(
  "^(?:(?:what(?:['’]s| is)|how much is|calculate|was ist|wie ?viel ist|cu[aá]nto es" +
    String.raw`|combien font|quanto [eé]) )?(?=.*(?:\d ?[+*×÷^]` +
    String.raw`|\d [-−/:] ?[\d(]))[\d\s.,()+*×÷^/:−-]*\d[\d\s.,()]*(?: ?=)?(?: ?[?？])?$`,
  'iu',
);

const CLOCK = new RegExp(
  "^¿?(?:what time is it|what(?:['’]s| is) the (?:current )?time|current time" +
    '|wie sp[aä]t ist es|wie ?viel uhr ist es|qu[eé] hora es|quelle heure est[- ]il' +
    '|que horas s[aã]o|كم الساعة(?: الآن)?)(?: (?:right now|now|jetzt|ahora|maintenant' +
    '|agora))?(?: (?:in|at|en|à|au|em|no|na' +
    String.raw`|في) [\p{L}\p{M}.,'’-]+(?: [\p{L}\p{M}.,'’-]+){0,2})?(?: ?[?？؟])?$` +
    String.raw`|^(?:[\p{L}\p{N}ー]+(?:の|は|では?))?今何時(?:ですか)?[?？]?$`,
  'iu',
);

/**
 * What a question asks for that is not on the web: a sum, or the time of day; null for all other questions.
 */
export function whatIsNoSearch(question: string): 'sum' | 'clock' | null {
  if (question.length > MAX_CHARS) return null;
  if (SUM.test(question)) return 'sum';
  return CLOCK.test(question) ? 'clock' : null;
}
