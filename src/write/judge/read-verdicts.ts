import type { ModelVerdict } from './judging.ts';

/** A longer line is no verdict, in characters. */
const MAX_LINE_CHARS = 400;

/** `3 contradicted "four moons"`, or with the marks that models add: `**3.** Contradicted: it is "…"`. */
const LINE = /^[\s>*#-]{0,8}(\d{1,3})[\s.:)*|-]{1,8}(supported|contradicted|missing|none)\b(.*)$/iu;
const QUOTED = /["“„«「]([^"”“»」]{1,200})["”“»」]/u;

const VERDICTS: Readonly<Record<string, ModelVerdict['verdict']>> = {
  supported: 'supported',
  contradicted: 'contradicted',
  missing: 'missing',
  none: 'no-claim',
};

/** Reads the verdicts out of a growing reply. */
export type VerdictReader = {
  /** The verdicts whose lines this piece completes. */
  push(piece: string): readonly ModelVerdict[];
  /** The verdict of a last line without a line end. */
  end(): readonly ModelVerdict[];
};

/**
 * Reads a reply of numbered lines, one for each of `count` statements. Any other line is ignored, as is a
 * number that does not exist. Of two lines with the same number, the first counts.
 */
export function createVerdictReader(count: number): VerdictReader {
  const seen = new Set<number>();
  let line = '';
  const read = (text: string): readonly ModelVerdict[] => {
    const verdict = text.length > MAX_LINE_CHARS ? null : toVerdict(text);
    if (verdict === null || verdict.at < 0 || verdict.at >= count || seen.has(verdict.at)) return [];
    seen.add(verdict.at);
    return [verdict];
  };
  return {
    push(piece) {
      const lines = (line + piece).split('\n');
      // One character more than a line may have is enough to see that it is too long.
      line = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS + 1);
      return lines.flatMap(read);
    },
    end: () => read(line),
  };
}

function toVerdict(line: string): ModelVerdict | null {
  const [, number, word = '', rest = ''] = LINE.exec(line) ?? [];
  const verdict = VERDICTS[word.toLowerCase()];
  if (number === undefined || verdict === undefined) return null;
  const words = verdict === 'contradicted' ? (QUOTED.exec(rest)?.[1]?.trim() ?? '') : '';
  return { at: Number(number) - 1, verdict, words };
}
