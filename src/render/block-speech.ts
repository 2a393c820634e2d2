import type { Token } from 'markdown-it';
import { toSpeech } from './speech.ts';

/**
 * The speech of the tokens cut where one spoken block ends (a paragraph, a heading, an item's text, a table);
 * joined by a blank the parts are `toSpeech` of all the tokens. Blocks that say nothing are left out.
 */
export function blockSpeech(tokens: readonly Token[], language: string): string[] {
  const spoken: string[] = [];
  let from = 0;
  let inTable = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.type === 'table_open') inTable = true;
    if (token?.type === 'table_close') inTable = false;
    const ends = token !== undefined && !inTable && (token.type === 'inline' || isWhole(token));
    if (!ends && at < tokens.length - 1) continue;
    const speech = toSpeech(tokens.slice(from, at + 1), language);
    // What says nothing goes with what follows: an item whose text says nothing keeps its number.
    if (speech === '') continue;
    spoken.push(speech);
    from = at + 1;
  }
  return spoken;
}

/** A table or a block of code; inside an item it goes with what follows, for the item's number may still be to say. */
function isWhole({ type, level }: Token): boolean {
  return level === 0 && (type === 'table_close' || type === 'fence' || type === 'code_block');
}
