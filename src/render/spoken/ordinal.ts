import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

/** Ordinals in figures with letters behind them (`21st`, `3.ª`, `2e`), as words where the language has them as words. */
export function createOrdinalRule(locale: Locale): Rule {
  const { ordinal, ordinalForm } = locale;
  if (ordinal === null || ordinalForm === null) return (text) => text;
  return (text) =>
    text.replace(
      ordinalForm,
      (written: string, figures: string, ending: string) =>
        ordinal(Number(figures.replaceAll(',', '')), ending.toLowerCase()) ?? written,
    );
}
