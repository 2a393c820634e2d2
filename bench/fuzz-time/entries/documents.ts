import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toWords } from '@sayso/text/words.ts';
import { ANY_SCOPE } from '../../../src/core/scope.ts';
import { createCollection } from '../../../src/documents/collection.ts';
import { bestExcerpt, isAbout } from '../../../src/documents/collection-search.ts';
import { asSentence } from '../../../src/documents/document.ts';
import { toIndexedText, toMatch, toQueryWords } from '../../../src/documents/index-text.ts';
import { fileKind, readFileDocument } from '../../../src/documents/read-file.ts';
import { indexCollection } from '../../../src/documents/write-collection.ts';
import { readContent } from '../../../src/read/content.ts';
import { zipFile } from '../../../test/support/zip-file.ts';
import type { Entry } from '../entry.ts';
import { DOCUMENT, LINE, QUESTION, TITLE } from '../limits.ts';
import { never, PLAIN } from '../subjects.ts';

const place = 'command';
const PART = DOCUMENT / 4;

/** One of the operator's own files with this content, read for the index. */
function documentEntry(
  name: string,
  file: string,
  toContent: (text: string) => string | Buffer,
  maxChars = DOCUMENT,
): Entry {
  const kind = fileKind(file);
  if ('reason' in kind) throw new Error(kind.reason);
  const run = (text: string) =>
    readFileDocument(
      { path: file, kind, bytes: Buffer.from(toContent(text)) },
      { base: null, readContent },
      never,
    );
  return { name: `documents/${name}`, maxChars, place, run };
}

const container = '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>';
const opf =
  '<package><metadata><title>a</title></metadata><manifest><item id="a" href="a.xhtml" ' +
  'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>';
const inWord = (text: string) =>
  `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
const inText = (text: string) =>
  `<office:document-content><office:body><office:text><text:p>${text}</text:p></office:text>` +
  '</office:body></office:document-content>';

let search: ReturnType<typeof createCollection> | undefined;

/** An index of a few hundred documents, created once. */
async function collection(): Promise<ReturnType<typeof createCollection>> {
  if (search !== undefined) return search;
  const file = join(mkdtempSync(join(tmpdir(), 'sayso-fuzz-')), 'index.db');
  const documents = Array.from({ length: 300 }, (_, at) => {
    return { title: `Axolotl ${at}`, path: `${at}.md`, text: `${PLAIN} the a 1 ${at} 字 `.repeat(40) };
  });
  async function* all() {
    yield* documents;
  }
  await indexCollection({ documents: all(), file }, never);
  search = createCollection({ file });
  return search;
}

export const documentEntries: readonly Entry[] = [
  { name: 'documents/document.ts asSentence', maxChars: LINE, place, run: asSentence },
  documentEntry('plain-markdown.ts readMarkdown', 'a.md', (text) => text),
  documentEntry('read-file.ts readFrontMatter', 'b.md', (text) => `---\n${text}\n---\n${PLAIN}`),
  documentEntry('read-file.ts readText', 'c.txt', (text) => text),
  documentEntry(
    'plain-markdown.ts canonicalUrlIn',
    'd.html',
    (text) => `<html><head>${text}</head><body><p>${PLAIN.repeat(20)}</p></body></html>`,
  ),
  documentEntry(
    'zip-of-xml.ts readXml (docx)',
    'e.docx',
    (text) => zipFile({ 'word/document.xml': text }),
    PART,
  ),
  documentEntry(
    'office-files.ts readDocx',
    'f.docx',
    (text) => zipFile({ 'word/document.xml': inWord(text) }),
    PART,
  ),
  documentEntry(
    'office-files.ts readOdt',
    'g.odt',
    (text) => zipFile({ 'content.xml': inText(text), 'meta.xml': text }),
    PART,
  ),
  documentEntry(
    'office-files.ts readEpub',
    'h.epub',
    (text) =>
      zipFile({
        'META-INF/container.xml': container,
        'a.opf': opf,
        'a.xhtml': `<html><body><p>${text}</p></body></html>`,
      }),
    PART,
  ),
  documentEntry(
    'office-files.ts readEpub (contents)',
    'i.epub',
    (text) => zipFile({ 'META-INF/container.xml': container, 'a.opf': `${opf.slice(0, 40)}${text}` }),
    PART,
  ),
  documentEntry(
    'zip-of-xml.ts openZip',
    'j.docx',
    (text) => `PK\x03\x04${text}PK\x05\x06${'\0'.repeat(18)}`,
    PART,
  ),
  {
    name: 'documents/index-text.ts toIndexedText',
    maxChars: DOCUMENT,
    place,
    run: toIndexedText,
  },
  {
    name: 'documents/index-text.ts toQueryWords',
    maxChars: QUESTION,
    place: 'loop',
    run: (text) => toMatch(toQueryWords(text)),
  },
  {
    name: 'documents/collection-search.ts bestExcerpt',
    maxChars: 20_000,
    place: 'loop',
    run: (text) => bestExcerpt(text, toWords(text.slice(0, QUESTION)), 300),
  },
  {
    name: 'documents/collection-search.ts isAbout',
    maxChars: TITLE,
    place: 'loop',
    run: (text) => isAbout(text, new Set(toWords(text))),
  },
  {
    name: 'documents/collection-search.ts createCollectionSearch',
    maxChars: QUESTION,
    place: 'loop',
    run: async (text) => (await collection()).search({ text, limit: 10, scope: ANY_SCOPE }, never),
  },
  {
    name: 'documents/collection.ts find',
    maxChars: LINE,
    place: 'loop',
    run: async (text) => (await collection()).documents.find(text),
  },
  {
    name: 'documents/write-collection.ts indexCollection',
    maxChars: PART,
    place,
    async run(text) {
      async function* one() {
        yield { title: text.slice(0, TITLE), path: 'a', text };
      }
      await indexCollection(
        { documents: one(), file: join(mkdtempSync(join(tmpdir(), 'sayso-fuzz-')), 'a.db') },
        never,
      );
    },
  },
];
