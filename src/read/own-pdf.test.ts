import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContent, readOwnContent } from './content.ts';
import { readPdf, WEB_PDF } from './pdf/index.ts';

const { signal } = new AbortController();
const PAGES = 45;

/** A PDF in which each page shows its number. */
function longPdf(): Buffer {
  const pages = Array.from({ length: PAGES }, (_, at) => {
    const content = `BT /F1 12 Tf 72 700 Td (This is page number ${at + 1}.) Tj ET`;
    const [page, stream] = [10 + 2 * at, 11 + 2 * at];
    return (
      `${page} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${stream} 0 ` +
      `R/Resources<</Font<</F1 5 0 R>>>>>>endobj
${stream} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`
    );
  });
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`).join(' ');
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${PAGES}>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${pages.join('\n')}
trailer<</Root 1 0 R>>
%%EOF`);
}

test('reads all pages of a PDF of the operator, and the first thirty of one from the web', async () => {
  const own = await readOwnContent(longPdf(), 'application/pdf', signal);
  assert.ok(own.status === 'read');
  assert.match(own.extracted.text, /page number 31\..*page number 45\./s);
  assert.equal(own.remark, undefined);
  const web = await readContent(longPdf(), 'application/pdf', signal);
  assert.ok(web.status === 'read');
  assert.match(web.extracted.text, /page number 30\.$/);
});

test('reports how many pages of a PDF were not read', async () => {
  const { remark } = await readPdf(longPdf(), { ...WEB_PDF, maxPages: 2, maxMs: 60_000 }, signal);
  assert.equal(remark, 'only the first 2 of its 45 pages were read');
});
