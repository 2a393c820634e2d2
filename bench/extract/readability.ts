import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { readBlocks } from '../../src/lib/article/index.ts';

/** The text of the article that Mozilla's Readability finds on a page; empty if it finds none. Never throws. */
export function readableText(html: string): string {
  const content = readableHtml(html);
  if (content === null) return '';
  return readBlocks(content)
    .map(({ text }) => text)
    .join('\n\n');
}

function readableHtml(html: string): string | null {
  try {
    return new Readability(parseHTML(html).document, { charThreshold: 250 }).parse()?.content ?? null;
  } catch {
    return null;
  }
}
