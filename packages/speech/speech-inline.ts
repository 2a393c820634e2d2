import {
  alternativeText,
  CITATION_TOKEN,
  MATH_TOKEN,
  TASK_BOX_TOKEN,
  type MarkdownToken as Token,
} from '@sayso/markdown';
import type { SpokenWords } from './languages/locale.ts';
import { speakFormula } from './speech-formula.ts';

const WORD_START = /^[\p{L}\p{N}]/u;
/** Characters that are markup only outside code, replaced by spaces: `a[1]` is no citation there. */
const CODE_MARKS = /[<>[\]{}$^_*`~|\\]+/g;

/**
 * The words of one inline token without markup; characters are not cleaned yet. Citations are omitted
 * together with the space before them. Struck text is omitted, because it is no longer valid. Images become
 * their alternative text, formulas become words, and breaks become line feeds. Scripts and
 * styles are omitted; one without other words becomes the hint for code.
 */
export function inlineSpeech(inline: Token, locale: SpokenWords | null): string {
  const parts: string[] = [];
  let afterCitation = false;
  let struck = 0;
  const children = inline.children ?? [];
  for (const [at, token] of children.entries()) {
    if (token.tag === 's') struck += token.nesting;
    if (token.type === CITATION_TOKEN) {
      trimLast(parts);
      afterCitation = true;
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
export function withoutPrograms(text: string): string | null {
  if (!text.includes('<')) return text;
  const words = text.replace(PROGRAM, ' ');
  return words.trim() === '' && text.trim() !== '' ? null : words;
}
