import { posix } from 'node:path';
import { ownValue } from '../lib/text/own-value.ts';
import { type BlockKind, type Blocks, type BundleText, createBlocks } from './blocks.ts';
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
  const blocks = readBody(body, styleNames(styles ?? ''));
  const named = core === null ? null : textOfElement(core, 'dc:title');
  return { text: blocks.text(), titles: [named, ...blocks.titles()] };
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

function readBody(xml: string, styles: ReadonlyMap<string, string>): Blocks {
  const blocks = createBlocks();
  let style = '';
  let isText = false;
  let isHidden = false;
  readXml(xml, {
    isSkipped: (name) => SKIPPED.has(name),
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:pStyle') style = styles.get(value) ?? value.toLowerCase();
      else if (name === 'w:r') isHidden = false;
      else if (name === 'w:vanish') isHidden = !OFF.has(value);
      else if (name === 'w:t') isText = true;
      else if (name === 'w:tr') blocks.openRow();
      else if (!isHidden) blocks.add(ownValue(SIGNS, name) ?? '');
    },
    text(text) {
      if (isText && !isHidden) blocks.add(text);
    },
    close(name) {
      if (name === 'w:t') isText = false;
      else if (name === 'w:tc') blocks.endCell();
      else if (name === 'w:tr') blocks.endRow();
      else if (name === 'w:p') {
        blocks.end(kindOf(style));
        style = '';
      }
    },
  });
  return blocks;
}

/** The kind of a paragraph by the name of its style. */
function kindOf(style: string): BlockKind {
  if (style === 'title') return 'title';
  if (style === 'heading 1') return 'main-heading';
  return style.startsWith('heading') ? 'heading' : 'text';
}

/** The text for an element without text. */
const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};
