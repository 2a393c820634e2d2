import { styleText } from 'node:util';
import { linkHostsOf, toPlainLine } from '@sayso/markdown';
import type { Answer } from '../core/answer.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { searchEngineOf } from '../interfaces/http/search-engine.ts';
import { printable } from './printable.ts';

/** The answer and its sources. In a pipe, a program may render them as Markdown. */
export function toPrinted({ text, sources }: Answer): string {
  const hosts = linkHostsOf('sources', sources);
  const shown = (line: string) => (process.stdout.isTTY ? line : toPlainLine(line, hosts));
  const list = sources.map(({ index, title, url }) => `[${index}] ${shown(title)}\n    ${shown(url)}`);
  const markdown = [text, list.join('\n')].filter((part) => part !== '').join('\n\n');
  return `${process.stdout.isTTY ? toTerminalText(markdown) : markdown}\n`;
}

/**
 * The number of sentences that the sources support, and the others, if that is certain: `≠` differs from a
 * source, `?` was not found. Empty if no sentence could be checked.
 */
export function toFindings(statements: readonly JudgedStatement[]): string {
  const checked = statements.filter(({ verdict }) => verdict !== 'not-checked');
  if (checked.length === 0) return '';
  const doubtful = checked.filter(({ verdict }) => verdict !== 'supported');
  const certain = doubtful.filter(({ isSure }) => isSure !== false);
  const lines = certain.map(({ verdict, text, difference }) => {
    const instead =
      difference === undefined ? '' : ` (source ${difference.found.source}: ${difference.found.text})`;
    return `${verdict === 'differs' ? '≠' : '?'} ${text}${instead}`;
  });
  const count = `Sentences found in the sources: ${checked.length - doubtful.length} of ${checked.length}`;
  return `\n${printable([count, ...lines].join('\n'))}\n`;
}

/** The fields of `POST /api/ask`. */
export function toJson(answer: Answer): Record<string, unknown> {
  return {
    answer: answer.text,
    html_answer: answer.html,
    speakable_text: answer.speech,
    sources: answer.sources.map(({ index, title, url, snippet }) => ({ index, title, url, snippet })),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    ...(answer.searchedFor !== undefined && { searched_for: answer.searchedFor }),
    tokens_used: answer.tokensUsed,
    error: answer.error,
  };
}

/**
 * Markdown made easier to read in a terminal: headings, bold text and code have their own styles, and
 * citations are dim. Works line by line, so that nothing is lost; respects NO_COLOR. Control characters in
 * the text are removed.
 */
export function toTerminalText(markdown: string): string {
  return printable(markdown).split('\n').map(toStyledLine).join('\n');
}

function toStyledLine(line: string): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  if (heading?.[1] !== undefined) return styleText('bold', heading[1]);
  return line
    .replace(/\*\*([^*]+)\*\*/g, (_, text: string) => styleText('bold', text))
    .replace(/`([^`]+)`/g, (_, text: string) => styleText('cyan', text))
    .replace(/\[\d{1,2}\]/g, (citation) => styleText('dim', citation));
}
