import { own } from '../lib/text/own.ts';
import { type BundleText, createBlocks } from './blocks.ts';
import { readXml, textOfElement } from './read-xml.ts';
import type { ZipEntries } from './zip-entries.ts';

/** Deleted text, comments, notes, and scripts (OpenDocument 1.3, part 3). */
const SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:note',
  'office:scripts',
  'text:hidden-text',
  'text:hidden-paragraph',
]);
/** `text:c` is the number of spaces; one space is enough here. */
const SIGNS: Readonly<Record<string, string>> = { 'text:s': ' ', 'text:tab': ' ', 'text:line-break': '\n' };

/**
 * Reads the text of an OpenDocument text: paragraphs, headings and tables, without deleted and hidden text,
 * comments and notes.
 */
export async function readOdt(zip: ZipEntries): Promise<BundleText | null> {
  const content = await zip.readText('content.xml');
  if (content === null) return null;
  const meta = await zip.readText('meta.xml');
  const { text, title, heading } = readContentXml(content);
  return { text, titles: [meta === null ? null : textOfElement(meta, 'dc:title'), title, heading] };
}

function readContentXml(xml: string) {
  const blocks = createBlocks();
  const hiddenStyles = new Set<string>();
  const titleStyles = new Set(['Title']);
  let style = '';
  let isBody = false;
  let skippedDepth = 0;
  let ends: { readonly isTitle: boolean } = { isTitle: false };
  let title: string | null = null;
  let heading: string | null = null;
  const noteStyle = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'style:style') style = attributes['style:name'] ?? '';
    if (name === 'style:style' && attributes['style:parent-style-name'] === 'Title') titleStyles.add(style);
    if (name === 'style:text-properties' && attributes['text:display'] === 'none') hiddenStyles.add(style);
  };
  const endBlock = (name: string) => {
    const isFirst = blocks.text() === '';
    const text = blocks.end(name === 'text:h' || ends.isTitle);
    if (text !== '' && ends.isTitle) title ??= text;
    if (text !== '' && name === 'text:h' && isFirst) heading = text;
    ends = { isTitle: false };
  };
  readXml(xml, {
    open(name, attributes) {
      if (name === 'office:text') isBody = true;
      if (!isBody) return noteStyle(name, attributes);
      const styled = attributes['text:style-name'] ?? '';
      if (skippedDepth > 0 || SKIPPED.has(name) || hiddenStyles.has(styled)) skippedDepth++;
      if (skippedDepth > 0) return;
      if (name === 'text:p' || name === 'text:h') ends = { isTitle: titleStyles.has(styled) };
      if (name === 'table:table-row') blocks.openRow();
      blocks.add(own(SIGNS, name) ?? '');
    },
    text(text) {
      if (isBody && skippedDepth === 0) blocks.add(text);
    },
    close(name) {
      if (!isBody) return;
      if (skippedDepth > 0) skippedDepth--;
      else if (name === 'text:p' || name === 'text:h') endBlock(name);
      else if (name === 'table:table-cell') blocks.endCell();
      else if (name === 'table:table-row') blocks.endRow();
    },
  });
  return { text: blocks.text(), title, heading };
}
