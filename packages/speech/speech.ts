import type { MarkdownToken as Token } from '@sayso/markdown';
import { type Speaker, speakerOf } from './speaker.ts';
import { inlineSpeech } from './speech-inline.ts';
import { toSentence, toSpokenText } from './speech-text.ts';

/**
 * The tokens as one line of plain text for a voice: every block ends as a sentence, blocks are separated by a
 * space, and no markup is left. Citations are omitted, code is replaced by a spoken hint, a link by its text
 * and a bare URL by its host. A table row becomes one sentence per cell, and an item of a numbered list
 * begins with its number. Numbers, dates, sums, units and abbreviations are written as they are spoken in the
 * language; for a language without rules, no words are added. Takes linear time.
 *
 * `language` is the BCP 47 tag of the text, or `und`.
 */
export function tokensToSpeech(tokens: readonly Token[], language: string): string {
  return blockSpeech(tokens, language).join(' ');
}

/**
 * The speech of the tokens, split into spoken blocks: a paragraph, a heading, the text of an item, a table.
 * Blocks without speech are omitted; the others, joined by a space, are the result of `tokensToSpeech`.
 */
export function blockSpeech(tokens: readonly Token[], language: string): string[] {
  const speaker = speakerOf(language);
  const blocks: string[] = [];
  /** Sentences of the current block. */
  let spoken: string[] = [];
  /** The number of a list item, said before the next text that is spoken. */
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

/** Code and tables in an item belong to the text after it: its number may not be spoken yet. */
function endsBlock({ type, level }: Token): boolean {
  if (type === 'inline') return true;
  return level === 0 && (type === 'table_close' || type === 'fence' || type === 'code_block');
}

/** Cells that contain one of these signs and no word. */
const TICK = /[✓✔✅☑]/u;
const CROSS = /[✗✘❌❎☒✕✖]/u;

type SpokenTable = {
  /** Takes the tokens between the opening and the closing one of the table, in order. */
  read(token: Token): void;
  /** "Header: value." for each cell, row by row, without empty cells; headers alone come at the end. */
  sentences(): readonly string[];
};

function createSpokenTable(speaker: Speaker): SpokenTable {
  const headers: string[] = [];
  const unspoken = new Set<number>();
  const spoken: string[] = [];
  let column = 0;
  let inHead = false;

  function readCell(text: string): void {
    if (inHead) {
      if (text !== '') unspoken.add(headers.length);
      headers.push(text.replace(/[.:;,]$/, ''));
    } else if (text !== '') {
      const header = headers[column] ?? '';
      unspoken.delete(column);
      spoken.push(toSentence(header === '' ? text : `${header}: ${text}`));
    }
    column++;
  }

  return {
    read(token) {
      if (token.type === 'tr_open') column = 0;
      else if (token.type === 'thead_open') inHead = true;
      else if (token.type === 'thead_close') inHead = false;
      else if (token.type === 'inline') readCell(sayCell(token, speaker));
    },
    sentences: () => [...spoken, ...[...unspoken].map((index) => toSentence(headers[index] ?? ''))],
  };
}

function sayCell(cell: Token, speaker: Speaker): string {
  const raw = inlineSpeech(cell, speaker.locale);
  const text = toSpokenText(raw, speaker);
  if (text !== '' || speaker.locale === null) return text;
  if (TICK.test(raw)) return speaker.locale.phrases.yes;
  return CROSS.test(raw) ? speaker.locale.phrases.no : '';
}
