import { ownValue } from '../lib/text/own-value.ts';
import { type Blocks, type BundleText, createBlocks } from './blocks.ts';
import { readXml, textOfElement, type XmlAttributes } from './read-xml.ts';
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

/** Reads an OpenDocument text, without deleted and hidden text, comments and notes. */
export async function readOdt(zip: ZipEntries): Promise<BundleText | null> {
  const content = await zip.readText('content.xml');
  if (content === null) return null;
  const meta = await zip.readText('meta.xml');
  const blocks = readContentXml(content);
  const named = meta === null ? null : textOfElement(meta, 'dc:title');
  return { text: blocks.text(), titles: [named, ...blocks.titles()] };
}

function readContentXml(xml: string): Blocks {
  const blocks = createBlocks();
  const hiddenStyles = new Set<string>();
  const titleStyles = new Set(['Title']);
  let style = '';
  let isBody = false;
  const readStyle = (name: string, attributes: XmlAttributes) => {
    if (name === 'style:style') style = attributes['style:name'] ?? '';
    if (name === 'style:style' && attributes['style:parent-style-name'] === 'Title') titleStyles.add(style);
    if (name === 'style:text-properties' && attributes['text:display'] === 'none') hiddenStyles.add(style);
  };
  readXml(xml, {
    isSkipped: (name, { 'text:style-name': styled = '' }) =>
      isBody && (SKIPPED.has(name) || hiddenStyles.has(styled)),
    open(name, attributes) {
      if (name === 'office:text') isBody = true;
      if (!isBody) return readStyle(name, attributes);
      if (name === 'text:p' || name === 'text:h') style = attributes['text:style-name'] ?? '';
      if (name === 'table:table-row') blocks.openRow();
      blocks.add(ownValue(SIGNS, name) ?? '');
    },
    text(text) {
      if (isBody) blocks.add(text);
    },
    close(name) {
      if (!isBody) return;
      if (name === 'table:table-cell') blocks.endCell();
      else if (name === 'table:table-row') blocks.endRow();
      else if (name === 'text:p' || name === 'text:h') {
        const usual = name === 'text:h' ? 'main-heading' : 'text';
        blocks.end(titleStyles.has(style) ? 'title' : usual);
        style = '';
      }
    },
  });
  return blocks;
}
