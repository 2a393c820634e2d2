import { toSentences } from '../core/sentences.ts';
import { estimateTokens } from '../core/text.ts';

/** A sentence, or a part of one that would be too long to choose. Units of one text follow each other without gap. */
export type Unit = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
};

/** Text without stops (tables, menus, code) comes as one sentence of any length; beyond this it is cut at a blank. */
const MAX_UNIT_CHARS = 500;

/** Cuts a text into units; put together they are the text. */
export function toUnits(text: string, language: string): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  for (const sentence of toSentences(text, language)) {
    const end = from + sentence.length;
    while (from < end) {
      const to = end - from > MAX_UNIT_CHARS ? cutNear(text, from, from + MAX_UNIT_CHARS) : end;
      units.push(toUnit(text, from, to));
      from = to;
    }
  }
  return units;
}

/** The unit between two offsets of a text. */
export function toUnit(text: string, from: number, to: number): Unit {
  const part = text.slice(from, to);
  return { text: part, from, to, tokens: estimateTokens(part) };
}

function cutNear(text: string, from: number, limit: number): number {
  const gap = Math.max(text.lastIndexOf(' ', limit), text.lastIndexOf('\n', limit));
  if (gap > from) return gap + 1;
  // Never between the two halves of a surrogate pair.
  return text.codePointAt(limit - 1) === text.charCodeAt(limit - 1) ? limit : limit - 1;
}
