import { collapse } from '@sayso/text/text.ts';
import type { SourceQuote } from '@sayso/verdicts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import type { ModelVerdict } from '../write/writer.ts';

/** From this score on, one place of a source has all words, numbers and names of a supported statement. */
const SURE_SCORE = 0.97;

/** Whether a model should be asked about a statement: the comparison of words alone is not enough. */
export function shouldAskModel({ verdict, score }: JudgedStatement): boolean {
  return verdict !== 'supported' || (score ?? 0) < SURE_SCORE;
}

/** The scores that stand for the verdicts of a model. */
const SCORES = { supported: 0.95, missing: 0.1, contradicted: 0.05 } as const;

/**
 * A statement with the verdict of a model in place of the one that the comparison of words gave. A model that
 * sees a contradiction must quote a source: if no source has these words, the statement stays as it is.
 */
export function withModelVerdict(
  statement: JudgedStatement,
  { verdict, quote }: Pick<ModelVerdict, 'verdict' | 'quote'>,
  sources: readonly Source[],
): JudgedStatement {
  const { difference, ...rest } = statement;
  switch (verdict) {
    case 'supported':
      return { ...rest, verdict, score: SCORES.supported, isSure: true };
    case 'missing':
      return { ...rest, verdict: 'not-found', score: SCORES.missing, isSure: true };
    case 'no-claim':
      return { ...rest, verdict: 'not-checked', score: null, quotes: [] };
    case 'contradicted': {
      const found = findWords(quote, sources);
      if (found === null) return statement;
      const shown = difference ?? { kind: kindOf(quote), stated: statement.text, found };
      const certain = { ...rest, isSure: true, score: SCORES.contradicted };
      return { ...certain, verdict: 'differs', quotes: [found], difference: shown };
    }
  }
}

function kindOf(words: string): 'number' | 'name' {
  return /\p{N}/u.test(words) ? 'number' : 'name';
}

/** Fewer characters are in every text. */
const MIN_WORDS_CHARS = 2;

/** Where a source has these words, or its whole passage for another case or spacing; null if none. */
function findWords(words: string, sources: readonly Source[]): SourceQuote | null {
  const wanted = collapse(words).toLowerCase();
  if (wanted.length < MIN_WORDS_CHARS) return null;
  for (const { index, passages } of sources)
    for (const { text, from, to } of passages) {
      const at = text.indexOf(words);
      if (at >= 0) return { source: index, text: words, from: from + at, to: from + at + words.length };
      if (collapse(text).toLowerCase().includes(wanted)) return { source: index, text, from, to };
    }
  return null;
}
