import type { Locale } from './spoken/locale.ts';

const TOKEN =
  /\\([A-Za-z]+)|\^\{?([23])\}?(?!\d)|([\\^_{}&~]|\\.)|([=+×·/<>≤≥±≈≠−-])|([^\\^_{}&~=+×·/<>≤≥±≈≠−-]+)/g;
/** Commands that only lay out. */
const SILENT =
  /^(?:left|right|big|Big|text|mathrm|mathbf|mathit|mathbb|operatorname|displaystyle|begin|end|quad|qquad|rm|bf)$/;
const SAME_AS_SIGN: Readonly<Record<string, string>> = {
  ...{ leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', approx: '≈', sim: '≈', pm: '±', div: '÷' },
  ...{ to: '→', rightarrow: '→', Rightarrow: '→' },
};
const FRACTION = /\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}/g;

/** A formula as its letters and numbers with the words of its signs between them; in a language without rules those alone. */
export function sayFormula(tex: string, locale: Locale | null): string {
  const flat = tex.replace(FRACTION, '$1 / $2');
  const word = (name: string) => locale?.formula[name] ?? locale?.signs[name] ?? '';
  const said = flat.replace(
    TOKEN,
    (_, command?: string, power?: string, layout?: string, sign?: string, text?: string) => {
      if (command !== undefined) return ` ${sayCommand(command, word)} `;
      if (power !== undefined) return ` ${word(`^${power}`) || power} `;
      if (layout !== undefined) return layout === '^' ? ` ${word('^')} ` : ' ';
      if (sign !== undefined) return ` ${word(sign === '−' ? '-' : sign === '·' ? 'times' : sign)} `;
      return text ?? '';
    },
  );
  return said.replace(/\s+/g, ' ').trim();
}

/** A command as its word, or by its own name where it is a letter (`alpha`) or a function (`sin`). */
function sayCommand(command: string, word: (name: string) => string): string {
  if (SILENT.test(command)) return '';
  return word(SAME_AS_SIGN[command] ?? command) || (SAME_AS_SIGN[command] === undefined ? command : '');
}
