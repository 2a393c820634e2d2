import type { Token } from 'markdown-it';
import { inlineSpeech } from './speech-inline.ts';
import { createSpokenTable, type SpokenTable } from './speech-table.ts';
import { toSentence, toSpokenText } from './speech-text.ts';
import { speakerOf } from './spoken/speaker.ts';

/**
 * The tokens as one line of plain text for a voice: every block ends as a sentence, blocks are separated by a
 * space, and no markup is left. Citations are omitted, code is replaced by a spoken hint, a link is its text,
 * a bare URL its host, a table row one sentence per cell, and an item of a numbered list begins with its
 * number. Numbers, dates, sums, units and abbreviations are written as the language says them; for a language
 * without rules, no words are added. Takes linear time.
 *
 * `language` is the BCP 47 tag of the text, or `und`.
 */
export function toSpeech(tokens: readonly Token[], language: string): string {
  return blockSpeech(tokens, language).join(' ');
}

/**
 * The speech of the tokens, split into spoken blocks: a paragraph, a heading, the text of an item, a table.
 * Blocks without speech are omitted; joined by a space, the rest is `toSpeech`.
 */
export function blockSpeech(tokens: readonly Token[], language: string): string[] {
  const speaker = speakerOf(language);
  const blocks: string[] = [];
  /** Sentences of the current block. */
  let spoken: string[] = [];
  /** Spoken before the next text: the number of a list item. Kept if the text is not spoken. */
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

/**
 * Code and tables inside an item belong to the text that follows, because the item's number may not be spoken
 * yet.
 */
function endsBlock({ type, level }: Token): boolean {
  if (type === 'inline') return true;
  return level === 0 && (type === 'table_close' || type === 'fence' || type === 'code_block');
}
