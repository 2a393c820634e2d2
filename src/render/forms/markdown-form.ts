import type { Answer, Source } from '../../core/terms.ts';
import { lastWord } from './last-word.ts';

const SPECIAL = /[\\`*_{}[\]<>#|~]/g;

/** The answer and, under a rule, its numbered sources as a Markdown document. */
export function toMarkdownForm(answer: Answer): string {
  const parts = [answer.text, lastWord(answer)];
  if (answer.sources.length > 0) parts.push(`---\n\n${answer.sources.map(toLine).join('\n')}`);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toLine({ index, title, url }: Source): string {
  const name = title.replace(SPECIAL, '\\$&');
  return name === '' ? `${index}. <${url}>` : `${index}. ${name}: <${url}>`;
}
