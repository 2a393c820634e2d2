import { test } from 'node:test';
import { assertUnpacksLittle, pdfBombs, quickPdfBombs } from '../support/pdf-bombs.ts';

for (const name of Object.keys(pdfBombs).filter((each) => !quickPdfBombs.includes(each)))
  test(`no more is unpacked than may be: ${name}`, () => assertUnpacksLittle(name));
