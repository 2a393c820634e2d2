import { posix } from 'node:path';
import { own } from '../lib/text/own.ts';
import { type Blocks, type BundleText, createBlocks } from './blocks.ts';
import { readXml, textOfElement } from './read-xml.ts';
import type { ZipEntries } from './zip-entries.ts';

/** Deleted text, field instructions, and the duplicate of a text box (ECMA-376, part 1, 17.13 and part 3). */
const SKIPPED = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback']);
const OFF = new Set(['0', 'false', 'off']);

/** Reads the text of a Word document (ECMA-376): paragraphs and tables, without deleted and hidden text. */
export async function readDocx(zip: ZipEntries): Promise<BundleText | null> {
  const place = mainPart(await zip.readText('_rels/.rels'));
  const body = await zip.readText(place);
  if (body === null) return null;
  const styles = await zip.readText(posix.join(posix.dirname(place), 'styles.xml'));
  const core = await zip.readText('docProps/core.xml');
  const { text, title, heading } = readBody(body, styleNames(styles ?? ''));
  return { text, titles: [core === null ? null : textOfElement(core, 'dc:title'), title, heading] };
}

/** The part with the text, as the package declares it; nearly always the usual one. */
function mainPart(relations: string | null): string {
  let place = 'word/document.xml';
  readXml(relations ?? '', {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) place = Target.replace(/^\//, '');
    },
  });
  return place;
}

/** The name of each style by its id: ids are translated, but the names of built-in styles are not. */
function styleNames(xml: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let id = '';
  readXml(xml, {
    open(name, attributes) {
      if (name === 'w:style') id = attributes['w:styleId'] ?? '';
      if (name === 'w:name' && !names.has(id)) names.set(id, (attributes['w:val'] ?? '').toLowerCase());
    },
  });
  return names;
}

function readBody(xml: string, styles: ReadonlyMap<string, string>) {
  const blocks = createBlocks();
  let style = '';
  let isText = false;
  let isHidden = false;
  let skippedDepth = 0;
  let title: string | null = null;
  let heading: string | null = null;
  const endParagraph = () => {
    const isHeading = style === 'title' || style.startsWith('heading');
    const isFirst = blocks.text() === '';
    const text = blocks.end(isHeading);
    if (style === 'title' && text !== '') title ??= text;
    if (style === 'heading 1' && isFirst && text !== '') heading = text;
    style = '';
  };
  readXml(xml, {
    open(name, attributes) {
      if (skippedDepth > 0 || SKIPPED.has(name)) skippedDepth++;
      if (skippedDepth > 0) return;
      const value = attributes['w:val'] ?? '';
      if (name === 'w:pStyle') style = styles.get(value) ?? value.toLowerCase();
      else if (name === 'w:r') isHidden = false;
      else if (name === 'w:vanish') isHidden = !OFF.has(value);
      else if (name === 'w:t') isText = true;
      else if (name === 'w:tr') blocks.openRow();
      else if (!isHidden) blocks.add(own(SIGNS, name) ?? '');
    },
    text(text) {
      if (isText && !isHidden && skippedDepth === 0) blocks.add(text);
    },
    close(name) {
      if (skippedDepth > 0) skippedDepth--;
      else if (name === 'w:t') isText = false;
      else if (name === 'w:p') endParagraph();
      else closeTable(name, blocks);
    },
  });
  return { text: blocks.text(), title, heading };
}

/** The text for an element without text. */
const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};

function closeTable(name: string, blocks: Blocks): void {
  if (name === 'w:tc') blocks.endCell();
  if (name === 'w:tr') blocks.endRow();
}
