import type { Token } from 'markdown-it';
import { inlineSpeech } from './speech-inline.ts';
import { toSentence, toSpokenText } from './speech-text.ts';
import type { Speaker } from './spoken/speaker.ts';

/** Cells that contain one of these signs and no word. */
const TICK = /[✓✔✅☑]/u;
const CROSS = /[✗✘❌❎☒✕✖]/u;

/** A table that is converted to speech. */
export type SpokenTable = {
  /** Takes the tokens between the opening and the closing one of the table, in order. */
  read(token: Token): void;
  /**
   * "Header: value." for each cell, row by row; empty cells are skipped, headers without cells come at the
   * end.
   */
  sentences(): readonly string[];
};

export function createSpokenTable(speaker: Speaker): SpokenTable {
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
