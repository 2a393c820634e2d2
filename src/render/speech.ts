import type { Token } from 'markdown-it';
import { inlineSpeech } from './speech-inline.ts';
import { createSpokenTable, type SpokenTable } from './speech-table.ts';
import { toSentence, toSpokenText } from './speech-text.ts';
import { speakerOf } from './spoken/speaker.ts';

/**
 * The tokens as one line of plain text for a voice: every block ends as a sentence, blocks are separated by a space, and no
 * markup is left. Citations and blocks of code are left out (code with a spoken hint), a link is its text, a bare URL its
 * host, a table row one sentence per cell, and an item of a numbered list begins with its number. Numbers, dates, sums,
 * units and abbreviations are written as the language says them; where it has no rules, no word is added. Linear in the text.
 *
 * `language` is the BCP 47 tag of the text, or `und`.
 */
export function toSpeech(tokens: readonly Token[], language: string): string {
  return blockSpeech(tokens, language).join(' ');
}

/**
 * The speech of the tokens, cut where one spoken block ends: a paragraph, a heading, an item's text, a table. Blocks that
 * say nothing are left out; joined by a space the rest is `toSpeech`.
 */
export function blockSpeech(tokens: readonly Token[], language: string): string[] {
  const speaker = speakerOf(language);
  const blocks: string[] = [];
  /** Sentences of the block at hand. */
  let spoken: string[] = [];
  /** What is said before the next text: the number of a list item, which outlives text that says nothing. */
  let lead = '';
  let table: SpokenTable | null = null;
  const say = (sentence: string) => {
    if (sentence !== '') spoken.push(sentence);
  };
  for (const token of tokens) {
    if (table !== null) table.read(token);
    if (token.type === 'inline' && table === null) {
      const text = toSpokenText(inlineSpeech(token, speaker.locale), speaker);
      if (text === '') continue;
      say(toSentence(lead + text));
      lead = '';
    } else if (token.type === 'fence' || token.type === 'code_block') {
      say(speaker.locale?.phrases.code ?? '');
    } else if (token.type === 'list_item_open') {
      lead = token.info === '' ? '' : `${token.info}: `;
    } else if (token.type === 'list_item_close') {
      lead = '';
    } else if (token.type === 'table_open') {
      table = createSpokenTable(speaker);
    } else if (token.type === 'table_close') {
      for (const sentence of table?.sentences() ?? []) say(sentence);
      table = null;
    }
    if (spoken.length === 0 || table !== null || !endsBlock(token)) continue;
    blocks.push(spoken.join(' '));
    spoken = [];
  }
  return spoken.length === 0 ? blocks : [...blocks, spoken.join(' ')];
}

/** Code and tables inside an item go with the text that follows: the item's number may still have to be said. */
function endsBlock({ type, level }: Token): boolean {
  if (type === 'inline') return true;
  return level === 0 && (type === 'table_close' || type === 'fence' || type === 'code_block');
}
