import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { blockText } from '../../src/lib/article/blocks.ts';
import { parseHtml } from '../../src/lib/article/html-tree.ts';
import { type Part, toPart } from '../../src/lib/article/part.ts';
import { placedBlocks } from '../../src/lib/article/placed-blocks.ts';
import { withoutLinkLists, withoutSurroundings } from '../../src/lib/article/prune.ts';

/**
 * The text of the article that Mozilla's Readability finds on a page, without boilerplate; empty if it finds
 * none. Never throws.
 */
export function readableText(page: Part): string {
  const content = readableHtml(toHtml(page));
  if (content === null) return '';
  const part = toPart(parseHtml(content), () => false);
  return placedBlocks(withoutLinkLists(withoutSurroundings(part)))
    .filter(({ tag }) => tag !== 'h1')
    .map((block) => blockText(block, () => true))
    .filter((text) => text !== '')
    .join('\n\n');
}

function readableHtml(html: string): string | null {
  try {
    const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
    return new Readability(document, { charThreshold: 250 }).parse()?.content ?? null;
  } catch {
    return null;
  }
}

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col']);
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const KEPT_ATTRIBUTES = ['class', 'id', 'href', 'role', 'itemprop'] as const;

function toHtml({ tag, attributes, children }: Part): string {
  const inside = children
    .map((child) => (typeof child === 'string' ? escaped(child) : toHtml(child)))
    .join('');
  if (!/^[a-z][a-z0-9-]*$/.test(tag) || tag === 'html' || tag === 'body') return inside;
  if (VOID.has(tag)) return `<${tag}>`;
  const kept = KEPT_ATTRIBUTES.map((name) => {
    const value = attributes[name];
    return value === undefined ? '' : ` ${name}="${escaped(value)}"`;
  });
  return `<${tag}${kept.join('')}>${inside}</${tag}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);
}
