/** What `2n + 1` means: every so many, from the one at `first` on. */
export type Formula = { readonly step: number; readonly first: number };

/** Reads the formula of `:nth-child()`; null where it is none. */
export function parseFormula(formula: string): Formula | null {
  const text = formula.replace(/\s/g, '').toLowerCase();
  if (text === 'odd') return { step: 2, first: 1 };
  if (text === 'even') return { step: 2, first: 0 };
  const found = /^(?:([+-]?\d*)n([+-]\d+)?|([+-]?\d+))$/.exec(text);
  if (found === null) return null;
  const [, step, offset, only] = found;
  const steps = step === undefined ? 0 : step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step);
  return { step: steps, first: Number(offset ?? only ?? 0) };
}
