/**
 * Expressions with a default, or with `?.`, that only the compiler needs: it does not know that the index is
 * in range, or that a typed array has no holes. By file; each one was reviewed.
 */
export const unusedDefaults: Readonly<Record<string, readonly string[]>> = {
  'src/lib/passages/choose.ts': ['scores[at] ?? 0', '(scores[best[before - 1] ?? 0] ?? 0)'],
  'src/lib/passages/pick.ts': [
    'pages[page]?.sentences[at]?.text',
    'pages[page]?.sentences ??',
    'titleTokens = 0 } = pages[page]',
    '[first = 0, last = 0]',
  ],
  'src/lib/passages/reorder.ts': [
    'passages[0]?.best',
    '(pages[page]?.scores[sentence] ?? 0)',
    'scores[at] ?? 0',
    'titleTokens = 0 } = pages[page]',
    'sentences[0]?.text',
  ],
  'src/lib/passages/score.ts': [
    '(words[at] ?? 0)',
    'all[at] ?? 0',
    'sentence.counts[term] ?? 0',
    '(counts[at * terms + term] ?? 0)',
    '(scoring.sums.words[run.to] ?? 0)',
    '(scoring.sums.words[run.from] ?? 0)',
    '(sums.counts[to * terms + term] ?? 0)',
    '(sums.counts[from * terms + term] ?? 0)',
    '(weights[term] ?? 0)',
  ],
  'src/lib/text/rarity.ts': ['(counts[term] ?? 0)', '(holding[term] ?? 0)'],
  'src/lib/passages/select.ts': ['candidates[at]?.origin'],
};

const REASON = 'The compiler does not know that the value always exists.';

/** A change, by its place: the column in the line `code`, in UTF-16 code units. */
type Changed = {
  readonly file: string;
  readonly operator: string;
  readonly code: string;
  readonly column: number;
};

/** Why a change to a default has no effect; undefined if it may have one. */
export function unusedBecause({ file, operator, code, column }: Changed): string | undefined {
  const isDefault = operator === 'number-changed' && /(?:\?\?|=) $/.test(code.slice(0, column));
  if (!isDefault && operator !== 'optional-chaining-removed') return undefined;
  return unusedDefaults[file]?.some((one) => spans(code, one, column)) ? REASON : undefined;
}

function spans(code: string, part: string, column: number): boolean {
  for (let at = code.indexOf(part); at >= 0; at = code.indexOf(part, at + 1))
    if (at <= column && column < at + part.length) return true;
  return false;
}
