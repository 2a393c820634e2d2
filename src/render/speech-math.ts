import type { Locale } from './spoken/locales/locale.ts';
import { fill } from './spoken/rule.ts';

const TOKEN =
  /\\([A-Za-z]+)|\^\{?([23])\}?(?!\d)|([\\^_{}&~]|\\.)|([=+×·/<>≤≥±≈≠−-])|([^\\^_{}&~=+×·/<>≤≥±≈≠−-]+)/g;
/** Letters and functions, which are spoken by their names. */
const NAMED =
  /^(?:alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|(?:var)?phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|nabla|sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|dim|ker|gcd|mod|Pr|arg)$/;
const SAME_AS_SIGN: Readonly<Record<string, string>> = {
  ...{ leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', approx: '≈', sim: '≈', pm: '±', div: '÷' },
  ...{ to: '→', rightarrow: '→', Rightarrow: '→', implies: '→', longrightarrow: '→', mapsto: '→' },
  ...{ leqslant: '≤', geqslant: '≥', ne: '≠', simeq: '≈', lt: '<', gt: '>', dfrac: 'frac', tfrac: 'frac' },
};
const FRACTION = /\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}/g;
/**
 * Commands for words and styles, which are replaced by their content, and the start and end of environments.
 */
const STYLED =
  /\\(?:text(?:bf|it|rm|normal)?|math(?:rm|bf|it|bb|cal|sf|tt)|operatorname\*?|boldsymbol|vec|hat|bar|tilde|overline|mbox)\s?\{([^{}]{0,80})\}/g;
const ENVIRONMENT = /\\(?:begin|end)\{[a-zA-Z]{1,12}\*?\}(?:\{[lcr| ]{1,9}\})?/g;
const LIMITS = /\\(sum|prod|int)\s?_(?:\{([^{}]{1,40})\}|(\w))\s?\^(?:\{([^{}]{1,40})\}|(\\?\w{1,8}))/g;
const DEGREES = /\^\{?\\circ\}?/g;
/** An escaped sign that is spoken: `5\%`. */
const ESCAPED = /\\([%$&#])/g;

/**
 * A formula as letters and numbers with words for its signs; in a language without rules, without these
 * words.
 */
export function sayFormula(tex: string, locale: Locale | null): string {
  const range = (from: string, to: string) => ` ${fill(locale?.range ?? '{from} {to}', { from, to })} `;
  const flat = tex
    .replace(STYLED, ' $1 ')
    .replace(ENVIRONMENT, ' ')
    .replace(FRACTION, '$1 / $2')
    .replace(
      LIMITS,
      (_, sign: string, from?: string, short?: string, to?: string, end?: string) =>
        `\\${sign}${range(from ?? short ?? '', to ?? end ?? '')}`,
    )
    .replace(DEGREES, '°')
    .replace(ESCAPED, ' $1 ');
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

/** A command as its word, or by its name if it is a letter (`alpha`) or a function (`sin`). */
function sayCommand(command: string, word: (name: string) => string): string {
  return word(SAME_AS_SIGN[command] ?? command) || (NAMED.test(command) ? command.replace(/^var/, '') : '');
}
