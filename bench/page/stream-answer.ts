import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMarkedBlockRenderer, readMarkdown, toStatements } from '@sayso/markdown';
import { longMarkdown, longSources } from '../../test/support/long-answer.ts';
import { streamEvents } from '../../test/support/scripted-service.ts';

/** What the service streams at once: the text of 50 ms, at 100 tokens of four characters in a second. */
const PIECE = { chars: 20, everyMs: 50 } as const;

/** An answer of at least this many characters, with headings, tables, code, formulas and lists. */
export function answerOf(chars: number): string {
  return Array.from({ length: Math.ceil(chars / longMarkdown.length) }, () => longMarkdown).join('\n\n');
}

/**
 * Streams the answer as the service does, at 100 tokens in a second or at once, with a verdict for each
 * statement.
 */
export async function streamAnswer(
  response: ServerResponse,
  markdown: string,
  speed: 'as written' | 'at once',
): Promise<void> {
  const blocks = createMarkedBlockRenderer(longSources);
  const chars = speed === 'at once' ? markdown.length : PIECE.chars;
  streamEvents(response, ['sources', { sources: longSources, language: 'en' }]);
  for (let at = 0; at < markdown.length && !response.destroyed; at += chars) {
    for (const block of blocks.push(markdown.slice(at, at + chars)))
      streamEvents(response, ['marked-block', block]);
    if (speed === 'as written') await sleep(PIECE.everyMs);
  }
  for (const block of blocks.end()) streamEvents(response, ['marked-block', block]);
  for (const [index, { text }] of toStatements(markdown, longSources.length).entries()) {
    const verdict = index % 9 === 0 ? 'not-found' : 'supported';
    streamEvents(response, ['statement', { index, text, verdict, quotes: [] }]);
  }
  const { html } = readMarkdown(markdown, { sources: longSources });
  const end = { answer: markdown, html_answer: html, sources: longSources, tokens_used: 1, model: 'm' };
  streamEvents(response, ['timing', { total_ms: 2400 }], ['answer-end', end]);
  response.end();
}
