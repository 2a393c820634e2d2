// Writes `src/core/one-token-words.bin`: a Bloom filter of the 47,440 words of five letters or more, with or
// without an initial capital, that are one token in OpenAI's o200k_base after a space (vocabulary of
// tiktoken, MIT). Needed again when the words, the size of the filter or its hash change: `node
// bench/one-token-words.ts`.
import { writeFileSync } from 'node:fs';
import { decode } from 'gpt-tokenizer/encoding/o200k_base';
import { bitsOf, FILTER_BITS } from '../src/core/word-filter.ts';

const VOCABULARY = 199_998;
/** Nearly all shorter words cost one token. */
const WORD = /^ ([A-Za-z][a-z]{4,})$/;

const filter = new Uint8Array(FILTER_BITS / 8);
for (let token = 0; token < VOCABULARY; token++) {
  const word = WORD.exec(decode([token]))?.[1];
  if (word === undefined) continue;
  for (const bit of bitsOf(word)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}
writeFileSync(new URL('../src/core/one-token-words.bin', import.meta.url), filter);
