// Writes `src/lib/text/token-table.bin`: the vocabulary of OpenAI's o200k_base (tiktoken, MIT) as a hash
// table from the bytes of a token to its rank. Needed again when the layout or the hashes in
// `src/lib/text/token-table.ts` change: `node bench/token-table.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { hashesOf, SLOT_UNITS, slotOf, TABLE_SLOTS } from '../src/lib/text/token-table.ts';

const EMPTY = 0xffff;
/** Common libraries count a byte order mark as two tokens, and the table never counts less than they do. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const vocabulary = new URL(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken'));
const lines = readFileSync(vocabulary, 'utf8').trim().split('\n');

const table = new Uint16Array(TABLE_SLOTS * SLOT_UNITS).fill(EMPTY);
const taken = new Set<number>();
for (const line of lines) {
  const [base64 = '', rank = ''] = line.split(' ');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) continue;
  const { slot, mark } = hashesOf(bytes, 0, bytes.length);
  let at = slot;
  while (taken.has(at)) {
    const [high, low] = slotOf(mark, 0);
    const isSame = table[at * SLOT_UNITS] === high && ((table[at * SLOT_UNITS + 1] ?? 0) & 0xfffc) === low;
    if (isSame) throw new Error('two tokens have the same hashes');
    at = (at + 1) % TABLE_SLOTS;
  }
  taken.add(at);
  table.set(slotOf(mark, Number(rank)), at * SLOT_UNITS);
}
const file = Buffer.alloc(table.length * 2);
table.forEach((unit, at) => {
  file.writeUInt16LE(unit, 2 * at);
});
writeFileSync(new URL('../src/lib/text/token-table.bin', import.meta.url), file);
console.log(`${lines.length} tokens`);
