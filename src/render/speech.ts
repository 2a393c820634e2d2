import type { Token } from 'markdown-it';
import { PHRASES } from './phrases.ts';
import { inlineSpeech } from './speech-inline.ts';
import { createSpokenTable, type SpokenTable } from './speech-table.ts';
import { toSentence, toSpokenText } from './speech-text.ts';

/**
 * The tokens as one line of plain text for a voice: every block ends as a sentence, blocks are parted by a blank, nothing of
 * the markup is left. Citations and blocks of code are left out (the code with a spoken hint), a link is its text, a bare URL
 * its host, a table row one sentence for each cell, an item of a numbered list begins with its number. Linear in the text.
 */
export function toSpeech(tokens: readonly Token[]): string {
  const spoken: string[] = [];
  /** What is said before the next text: the number of a list item. */
  let lead = '';
  let table: SpokenTable | null = null;
  const say = (sentence: string) => {
    if (sentence !== '') spoken.push(sentence);
  };
  for (const token of tokens) {
    if (table !== null) table.read(token);
    if (token.type === 'inline' && table === null) {
      const text = toSpokenText(inlineSpeech(token));
      if (text === '') continue;
      say(toSentence(lead + text));
      lead = '';
    } else if (token.type === 'fence' || token.type === 'code_block') {
      say(PHRASES.code);
    } else if (token.type === 'list_item_open') {
      lead = token.info === '' ? '' : `${token.info}: `;
    } else if (token.type === 'list_item_close') {
      lead = '';
    } else if (token.type === 'table_open') {
      table = createSpokenTable();
    } else if (token.type === 'table_close') {
      for (const sentence of table?.sentences() ?? []) say(sentence);
      table = null;
    }
  }
  return spoken.join(' ');
}
