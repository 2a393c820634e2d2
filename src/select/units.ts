import { isAbbreviated } from '../core/abbreviated.ts';
import { tokenCost } from '../core/tokens.ts';
import { toWords } from '../core/words.ts';

/** A sentence, or a part of one that would be too long to choose. Units of one text follow each other without gap. */
export type Unit = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** Its words (`toWords`), which ranking, echo and repeats all look at. */
  readonly words: readonly string[];
};

/** Text without stops (tables, menus, code, Thai) comes as one sentence of any length; beyond this it is cut at a blank. */
const MAX_UNIT_CHARS = 500;
/** A line at least this long may have been broken by an editor and not by its author. */
const WRAPPED_LINE_CHARS = 60;
/** How far is looked back and ahead for an abbreviation and for what follows a stop. */
const REACH = 24;
/** An abbreviation is short: behind a longer word a full stop ends a sentence. */
const LONGEST_ABBREVIATION = 7;

/** A break of lines, or stops with what closes behind them. */
const BREAK = /\n\s*|[.!?…]+["'”’»)\]]*\s+|[。！？｡॥।؟۔።]+["'”’»」』）】〉》)\]]*\s*/g;
const LOWER_CASE = /^["'“‘«([]*\p{Ll}/u;

/**
 * Cuts a text into units; put together they are the text. A coarser and six times faster cut than `toSentences`, which is for
 * what is shown or spoken: here a sentence cut wrongly only makes a unit longer or shorter.
 */
export function toUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  for (const { index, 0: stop } of text.matchAll(BREAK)) {
    const to = index + stop.length;
    if (isEnd(text, from, index, stop, to)) from = pushUnits(units, text, from, to);
  }
  pushUnits(units, text, from, text.length);
  return units;
}

/** The unit between two offsets of a text. */
export function toUnit(text: string, from: number, to: number): Unit {
  return new CutUnit(text.slice(from, to), from, to);
}

/** Thousands are made for a question, and a getter of each one's own would cost more than the rest of it. */
class CutUnit implements Unit {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
  #tokens: number | undefined;

  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.words = toWords(text);
  }

  /** Most units are never weighed: there is no room left when their turn comes. */
  get tokens(): number {
    this.#tokens ??= tokenCost(this.text);
    return this.#tokens;
  }
}

function isEnd(text: string, from: number, at: number, stop: string, to: number): boolean {
  const after = text.slice(to, to + REACH);
  if (stop.includes('\n')) {
    const isWrapped = at - from >= WRAPPED_LINE_CHARS && stop.indexOf('\n') === stop.lastIndexOf('\n');
    return !(isWrapped && LOWER_CASE.test(after));
  }
  if (stop.charCodeAt(0) > 0x2026) return true;
  if (LOWER_CASE.test(after)) return false;
  if (!stop.startsWith('.')) return true;
  const word = at - 1 - text.lastIndexOf(' ', at - 1);
  return word > LONGEST_ABBREVIATION || !isAbbreviated(text.slice(Math.max(from, at - REACH), to), after);
}

/** Adds what lies between two offsets, in parts where it is too long, and says where the next unit begins. */
function pushUnits(units: Unit[], text: string, from: number, end: number): number {
  for (let at = from; at < end; ) {
    const to = end - at > MAX_UNIT_CHARS ? cutNear(text, at, at + MAX_UNIT_CHARS) : end;
    units.push(toUnit(text, at, to));
    at = to;
  }
  return end;
}

function cutNear(text: string, from: number, limit: number): number {
  const gap = Math.max(text.lastIndexOf(' ', limit), text.lastIndexOf('\n', limit));
  if (gap > from) return gap + 1;
  // Never between the two halves of a surrogate pair.
  return text.codePointAt(limit - 1) === text.charCodeAt(limit - 1) ? limit : limit - 1;
}
