import type { Token } from 'markdown-it';
import { alternativeText } from '../markup/alternative-text.ts';
import { CITATION_TOKEN } from '../markup/citation-rule.ts';
import { MATH_TOKEN } from '../markup/math-rule.ts';
import { TASK_BOX_TOKEN } from '../markup/task-box-rule.ts';
import { sayFormula } from './speech-math.ts';
import type { Locale } from './spoken/locales/locale.ts';

const WORD_START = /^[\p{L}\p{N}]/u;
/**
 * Characters that are markup in text but not in code; they are replaced by spaces, so that no later rule
 * reads `a[1]` as a citation.
 */
const CODE_MARKS = /[<>[\]{}$^_*`~|\\]+/g;

/**
 * The words of one inline token without markup; characters are not cleaned yet. Citations are omitted with
 * the space before them, and struck text because it is no longer valid. Images become their alternative text,
 * formulas words, and breaks line feeds.
 */
export function inlineSpeech(inline: Token, locale: Locale | null): string {
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
    const words = struck > 0 ? '' : wordsOf(token, locale);
    if (words === '') continue;
    // Two words that were separated only by a citation stay two words.
    if (afterCitation && WORD_START.test(words)) parts.push(' ');
    parts.push(words);
    afterCitation = false;
  }
  return parts.join('');
}

/** The comma or dash of `[1], [2]` and `[1]-[3]`. */
function isBetweenCitations({ type, content }: Token, next: Token | undefined): boolean {
  return type === 'text' && next?.type === CITATION_TOKEN && /^\s*[,;–-]?\s*$/.test(content);
}

function wordsOf(token: Token, locale: Locale | null): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'image':
      return alternativeText(token);
    case 'code_inline':
      return withPlainSigns(token.content).replace(CODE_MARKS, ' ');
    case MATH_TOKEN:
      return ` ${sayFormula(String(token.meta?.tex ?? ''), locale)} `;
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
 * Signs that are typed as two or three characters. HTML and Markdown marks are excluded by requiring spaces
 * around them; an arrow between two names is part of a program.
 */
const TYPED = /(?!(?<=\p{L}{2})->\p{L}{2})(?<=^|[\s\p{L}\p{N})])(?:[-=]>|[<>!]==?)(?=[\s\p{L}\p{N}(]|$)/gu;
const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '!==': '≠' };

/** Replaces `->`, `>=`, `!=` and the like by the signs they represent, for which there are spoken words. */
function withPlainSigns(text: string): string {
  if (!/[-=]>|[<>!]=/.test(text)) return text;
  return text.replace(TYPED, (typed) => SIGNS[typed] ?? (typed.endsWith('>') ? '→' : typed));
}
