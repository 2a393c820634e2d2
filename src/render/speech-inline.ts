import type { Token } from 'markdown-it';
import { alternativeText } from './alternative-text.ts';
import { CITATION_TOKEN } from './citation-rule.ts';
import { PHRASES } from './phrases.ts';
import { TASK_BOX_TOKEN } from './task-box-rule.ts';

const WORD_START = /^[\p{L}\p{N}]/u;

/**
 * The words of one inline token, markup gone, characters not yet cleaned: citations left out with the blank before them,
 * images as their alternative text, breaks as blanks.
 */
export function inlineSpeech(inline: Token): string {
  const parts: string[] = [];
  let afterCitation = false;
  for (const token of inline.children ?? []) {
    if (token.type === CITATION_TOKEN) {
      trimLast(parts);
      afterCitation = true;
      continue;
    }
    const words = wordsOf(token);
    if (words === '') continue;
    // Two words that only a citation kept apart stay two words.
    if (afterCitation && WORD_START.test(words)) parts.push(' ');
    parts.push(words);
    afterCitation = false;
  }
  return parts.join('');
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return ' ';
    case 'image':
      return alternativeText(token);
    case TASK_BOX_TOKEN:
      return token.markup === 'x' ? PHRASES.ticked : PHRASES.unticked;
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
