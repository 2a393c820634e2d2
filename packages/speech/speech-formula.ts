import { ownValue } from '@sayso/text/own-value.ts';
import { fill, type SpokenWords } from './languages.ts';

/** The tokens of a formula, which cover all of it. */
const TOKEN = new RegExp(
  String.raw`\\(?<command>[A-Za-z]+)|\^\{?(?<power>[23])\}?(?!\d)|(?<layout>[\\^_{}&~]|\\.)` +
    String.raw`|(?<sign>[=+×·/<>≤≥±≈≠−-])|(?<text>[^\\^_{}&~=+×·/<>≤≥±≈≠−-]+)`,
  'g',
);
/** Letters and functions, which are spoken by their names. */
const NAMED = new RegExp(
  '^(?:alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa' +
    '|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|(?:var)?phi|chi|psi|omega|Gamma|Delta' +
    '|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|nabla|sin|cos|tan|cot|sec|csc' +
    '|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|dim|ker' +
    '|gcd|mod|Pr|arg)$',
);
const SAME_AS_SIGN: Readonly<Record<string, string>> = {
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  sim: '≈',
  pm: '±',
  div: '÷',
  to: '→',
  rightarrow: '→',
  Rightarrow: '→',
  implies: '→',
  longrightarrow: '→',
  mapsto: '→',
  leqslant: '≤',
  geqslant: '≥',
  simeq: '≈',
  lt: '<',
  gt: '>',
  dfrac: 'frac',
  tfrac: 'frac',
};
const FRACTION = /\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}/g;
/** Commands for text and styles; each is replaced by its content. */
const STYLED = new RegExp(
  String.raw`\\(?:text(?:bf|it|rm|normal)?|math(?:rm|bf|it|bb|cal|sf|tt)|operatorname\*?` +
    String.raw`|boldsymbol|vec|hat|bar|tilde|overline|mbox)\s?\{([^{}]{0,80})\}`,
  'g',
);
/** The start or end of an environment, which is not spoken. */
const ENVIRONMENT = /\\(?:begin|end)\{[a-zA-Z]{1,12}\*?\}(?:\{[lcr| ]{1,9}\})?/g;
// A limit in braces, or a single sign: before version 23, Node allows no two groups of one name.
const LIMITS = new RegExp(
  String.raw`(?<sum>\\(?:sum|prod|int))\s?_(?:\{(?<from>[^{}]{1,40})\}|(?<fromSign>\w))` +
    String.raw`\s?\^(?:\{(?<to>[^{}]{1,40})\}|(?<toSign>\\?\w{1,8}))`,
  'g',
);
const DEGREES = /\^\{?\\circ\}?/g;
/** An escaped sign that is spoken: `5\%`. */
const ESCAPED = /\\([%$&#])/g;

/**
 * A formula in LaTeX as letters, numbers and words for its signs, which need rules for the language: without
 * them (null), signs and commands are left out. Never throws; takes linear time.
 */
export function speakFormula(tex: string, locale: SpokenWords | null): string {
  const range = fill(locale?.range ?? '{from} {to}', {
    from: '$<from>$<fromSign>',
    to: '$<to>$<toSign>',
  });
  const flat = tex
    .replace(STYLED, ' $1 ')
    .replace(ENVIRONMENT, ' ')
    .replace(FRACTION, '$1 / $2')
    .replace(LIMITS, `$<sum> ${range} `)
    .replace(DEGREES, '°')
    .replace(ESCAPED, ' $1 ');
  const word = (name: string) => wordFor(locale, name);
  const spoken = Array.from(flat.matchAll(TOKEN), ({ groups = {} }) => speakToken(groups, word));
  return spoken.join('').replace(/\s+/g, ' ').trim();
}

/** The spoken form of one token: the groups of `TOKEN`, of which one is set. */
function speakToken(
  { command, power, layout, sign, text }: Readonly<Record<string, string | undefined>>,
  word: (name: string) => string,
): string {
  if (command !== undefined) return ` ${speakCommand(command, word)} `;
  if (power !== undefined) return ` ${word(`^${power}`) || power} `;
  if (layout !== undefined) return layout === '^' ? ` ${word('^')} ` : ' ';
  if (sign !== undefined) return ` ${word(ownValue(NAMES_OF_SIGNS, sign) ?? sign)} `;
  return text ?? '';
}

/** The names under which signs of formulas have their words. */
const NAMES_OF_SIGNS: Readonly<Record<string, string>> = { '−': '-', '·': 'times' };

function wordFor(locale: SpokenWords | null, name: string): string {
  return locale === null ? '' : (ownValue(locale.formula, name) ?? ownValue(locale.signs, name) ?? '');
}

/** A spoken command: its word or, for a letter (`alpha`) or a function (`sin`), its name. */
function speakCommand(command: string, word: (name: string) => string): string {
  return (
    word(ownValue(SAME_AS_SIGN, command) ?? command) ||
    (NAMED.test(command) ? command.replace('var', '') : '')
  );
}
