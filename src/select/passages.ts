import type { Passage } from '../core/terms.ts';
import type { Unit } from './units.ts';

/**
 * Joins units of one text, in order, into passages: adjacent units become one passage, without the white
 * space around it.
 */
export function toPassages(text: string, units: readonly Unit[]): Passage[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of units) {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.map(({ from, to }) => toPassage(text, from, to)).filter((passage) => passage.text !== '');
}

function toPassage(text: string, from: number, to: number): Passage {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const trimmed = part.trim();
  return { text: trimmed, from: start, to: start + trimmed.length };
}
