import {
  alternativeText,
  CITATION_TOKEN,
  MATH_TOKEN,
  TASK_BOX_TOKEN,
  type MarkdownToken as Token,
} from '@sayso/markdown';
import { fill, type SpokenWords } from './languages.ts';
import { speakFormula } from './speech-formula.ts';

/** More than the longest words of `needsOne`. */
const MAX_WORDS_BEFORE = 40;
/** The parts that have them; all parts at each citation would take quadratic time. */
const PARTS_BEFORE = 6;
const WORD_START = /^[\p{L}\p{N}]/u;
/** Characters that are markup only outside code, replaced by spaces: `a[1]` is no citation there. */
const CODE_MARKS = /[<>[\]{}$^_*`~|\\]+/g;

/**
 * The words of one inline token without markup; characters are not cleaned yet (`toSpokenText` does that).
 * Citations are omitted together with the space before them, unless they are part of the sentence: "According
 * to [1], it opened". Struck text is omitted, because it is no longer valid. Images become their alternative
 * text, formulas become words, and breaks become line feeds. Scripts and styles are omitted; one without other
 * words becomes the hint for code.
 */
export function inlineSpeech(inline: Token, locale: SpokenWords | null): string {
  const parts: string[] = [];
  let afterCitation = false;
  let spokenAt = -1;
  let struck = 0;
  const children = inline.children ?? [];
  for (const [at, token] of children.entries()) {
    if (token.tag === 's') struck += token.nesting;
    if (token.type === CITATION_TOKEN) {
      const between = spokenAt === at - 2 ? children[at - 1]?.content : undefined;
      const spoken =
        struck > 0 ? null : spokenCitation(token, { parts, between, after: children[at + 1] }, locale);
      if (spoken === null) trimLast(parts);
      else parts.push(spoken);
      afterCitation = spoken === null;
      if (spoken !== null) spokenAt = at;
      continue;
    }
    if (afterCitation && isBetweenCitations(token, children[at + 1])) continue;
    const said = struck > 0 ? '' : wordsOf(token, locale);
    const words = afterCitation && isEnded(parts) ? said.replace(/^[.。](?!\S)/, '') : said;
    if (words === '') continue;
    // Two words with only a citation between them are still two words.
    if (afterCitation && WORD_START.test(words)) parts.push(' ');
    parts.push(words);
    afterCitation = false;
  }
  return withoutPrograms(parts.join('')) ?? locale?.phrases.code ?? '';
}

type CitationPlace = {
  /** The words so far. */
  readonly parts: readonly string[];
  /** What stands between this citation and a spoken one directly before it. */
  readonly between: string | undefined;
  readonly after: Token | undefined;
};

/** "source 1" if the citation is part of its sentence, as in `According to [1], it opened`; otherwise null. */
function spokenCitation(token: Token, place: CitationPlace, locale: SpokenWords | null): string | null {
  if (locale === null) return null;
  const { source, nouns, needsOne, goesOn } = locale.reference;
  const before = place.parts.slice(-PARTS_BEFORE).join('').slice(-MAX_WORDS_BEFORE).trimEnd().toLowerCase();
  const after = place.after?.type === 'text' ? place.after.content : '';
  const number = String(token.meta?.index ?? '');
  const isNumbered = place.between !== undefined && /^\d+$/.test(place.parts.at(-2) ?? '');
  if (endsWithOne(before, nouns)) return number;
  const isStart = before === '' || isEnded(place.parts);
  const isListed =
    place.between !== undefined && (isComma(place.between) || goesOn.includes(place.between.trim()));
  const isPart = isStart
    ? /^ \p{Ll}/u.test(after)
    : isListed ||
      endsWithOne(before, needsOne) ||
      (endsWithOne(before, goesOn) && /^ ?[\p{L}\p{N}]/u.test(after));
  if (!isPart) return null;
  if (isNumbered) return number;
  const said = fill(source, { n: number });
  return isStart ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

const isComma = (text: string) => /^\s?[,;&]\s?$/.test(text);

function endsWithOne(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.endsWith(word) && !/[\p{L}\p{N}(]$/u.test(text.slice(0, -word.length)));
}

/** The comma or dash of `[1], [2]` and `[1]-[3]`. */
function isBetweenCitations({ type, content }: Token, next: Token | undefined): boolean {
  return type === 'text' && next?.type === CITATION_TOKEN && /^\s*[,;–-]?\s*$/.test(content);
}

/** Whether the words before a citation end a sentence: some models end it again, as in `It is so. [1].` */
function isEnded(parts: readonly string[]): boolean {
  return /[.!?…。！？]["'”’»)]?$/.test(parts.at(-1) ?? '');
}

function wordsOf(token: Token, locale: SpokenWords | null): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'image':
      return alternativeText(token);
    case 'code_inline':
      return withPlainSigns(token.content).replace(CODE_MARKS, ' ');
    case MATH_TOKEN:
      return ` ${speakFormula(String(token.meta?.tex ?? ''), locale)} `;
    case TASK_BOX_TOKEN:
      return (token.markup === 'x' ? locale?.phrases.ticked : locale?.phrases.unticked) ?? '';
    case 'text':
      return withPlainSigns(token.content);
    default:
      return token.content;
  }
}

/** Removes spaces from the end of the speech so far. */
function trimLast(parts: string[]): void {
  while (parts.length > 0) {
    const trimmed = parts.pop()?.trimEnd() ?? '';
    if (trimmed === '') continue;
    parts.push(trimmed);
    return;
  }
}

/**
 * Signs that are typed as two or three characters. The characters allowed around them exclude the marks of
 * HTML and Markdown; an arrow directly between two names is part of a program.
 */
const TYPED = /(?!(?<=\p{L}{2})->\p{L}{2})(?<=^|[\s\p{L}\p{N})])(?:[-=]>|[<>!]==?)(?=[\s\p{L}\p{N}(]|$)/gu;
const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '!==': '≠' };

/** Replaces `->`, `>=`, `!=` and the like with the signs they stand for; only signs have spoken words. */
function withPlainSigns(text: string): string {
  if (!/[-=]>|[<>!]=/.test(text)) return text;
  return text.replace(TYPED, (typed) => SIGNS[typed] ?? (typed.endsWith('>') ? '→' : typed));
}

/** A script or style that a model wrote as text; one that is not closed goes on to the end. */
const PROGRAM = /<(script|style)(?=[\s/>])[^<>]{0,500}>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Text for a voice without scripts and styles; null if nothing is left. Other tags go later. */
function withoutPrograms(text: string): string | null {
  if (!text.includes('<')) return text;
  const words = text.replace(PROGRAM, ' ');
  return words.trim() === '' && text.trim() !== '' ? null : words;
}
