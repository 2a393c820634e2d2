import type { Token } from 'markdown-it';
import { alternativeText } from './alternative-text.ts';
import { CITATION_TOKEN } from './citation-rule.ts';
import { MATH_TOKEN } from './math-rule.ts';
import { sayFormula } from './speech-math.ts';
import type { Locale } from './spoken/locale.ts';
import { TASK_BOX_TOKEN } from './task-box-rule.ts';

const WORD_START = /^[\p{L}\p{N}]/u;
/** Marks that are markup in text but only themselves in code: blanked, so that no later rule reads `a[1]` as a citation. */
const CODE_MARKS = /[<>[\]{}$^_*`~|\\]+/g;

/**
 * The words of one inline token, markup gone, characters not yet cleaned: citations left out with the blank before them,
 * struck text left out since it no longer holds, images as their alternative text, formulas in words, breaks as line feeds.
 */
export function inlineSpeech(inline: Token, locale: Locale | null): string {
  const parts: string[] = [];
  let afterCitation = false;
  let struck = 0;
  for (const token of inline.children ?? []) {
    if (token.tag === 's') struck += token.nesting;
    if (token.type === CITATION_TOKEN) {
      trimLast(parts);
      afterCitation = true;
      continue;
    }
    const words = struck > 0 ? '' : wordsOf(token, locale);
    if (words === '') continue;
    // Two words that only a citation kept apart stay two words.
    if (afterCitation && WORD_START.test(words)) parts.push(' ');
    parts.push(words);
    afterCitation = false;
  }
  return parts.join('');
}

function wordsOf(token: Token, locale: Locale | null): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'image':
      return alternativeText(token);
    case 'code_inline':
      return token.content.replace(CODE_MARKS, ' ');
    case MATH_TOKEN:
      return ` ${sayFormula(String(token.meta?.tex ?? ''), locale)} `;
    case TASK_BOX_TOKEN:
      return (token.markup === 'x' ? locale?.phrases.ticked : locale?.phrases.unticked) ?? '';
    default:
      return token.content;
  }
}

/** Takes the blanks off the end of what was said so far. */
function trimLast(parts: string[]): void {
  while (parts.length > 0) {
    const trimmed = parts.pop()?.trimEnd() ?? '';
    if (trimmed === '') continue;
    parts.push(trimmed);
    return;
  }
}
