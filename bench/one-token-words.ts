// Prints `src/core/one-token-words.ts`: `node bench/one-token-words.ts > src/core/one-token-words.ts`. Needed
// again where the words a filter is asked for, its size or its hash change.
import { decode } from 'gpt-tokenizer/encoding/o200k_base';
import { bitsOf, FILTER_BITS } from '../src/core/word-filter.ts';

const VOCABULARY = 199_998;
/** Shorter words cost one token nearly all. */
const WORD = /^ ([A-Za-z][a-z]{4,})$/;

const filter = new Uint8Array(FILTER_BITS / 8);
for (let token = 0; token < VOCABULARY; token++) {
  const word = WORD.exec(decode([token]))?.[1];
  if (word === undefined) continue;
  for (const bit of bitsOf(word)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}
console.log(`/**
 * A Bloom filter of the 47,440 words of five letters and more, the first large or small, that are one token of OpenAI's o200k_base
 * behind a blank (vocabulary of tiktoken, MIT). Printed by \`bench/one-token-words.ts\`.
 */
export const ONE_TOKEN_WORDS =
  '${Buffer.from(filter).toString('base64')}';`);
