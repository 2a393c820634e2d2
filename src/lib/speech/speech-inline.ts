import {
  alternativeText,
  CITATION_TOKEN,
  MATH_TOKEN,
  TASK_BOX_TOKEN,
  type MarkdownToken as Token,
} from '../markdown/index.ts';
import { ownValue } from '../text/own-value.ts';
import type { SpokenWords } from './languages/locale.ts';
import { fill } from './rules/rule.ts';

const WORD_START = /^[\p{L}\p{N}]/u;
/** Characters that are markup only outside code, replaced by spaces: `a[1]` is no citation there. */
const CODE_MARKS = /[<>[\]{}$^_*`~|\\]+/g;

/**
 * The words of one inline token without markup; characters are not cleaned yet. Citations are omitted
 * together with the space before them. Struck text is omitted, because it is no longer valid. Images become
 * their alternative text, formulas become words, and breaks become line feeds. Scripts and
 * styles are omitted; one without other words becomes the hint for code.
 */
export function inlineSpeech(inline: Token, locale: SpokenWords | null): string {
  const parts: string[] = [];
  let afterCitation = false;
  let struck = 0;
  const children = inline.children ?? [];
  for (const [at, token] of children.entries()) {
    if (token.tag === 's') struck += token.nesting;
    if (token.type === CITATION_TOKEN) {
      trimLast(parts);
      afterCitation = true;
      continue;
    }
    if (afterCitation && isBetweenCitations(token, children[at + 1])) continue;
    const said = struck > 0 ? '' : wordsOf(token, locale);
    const words = afterCitation && isEnded(parts) ? said.replace(/^[.。](?!\S)/, '') : said;
    if (words === '') continue;
    // Two words with only a citation between them are still two words.
    if (afterCitation && WORD_START.test(words)) parts.push(' ');
    parts.push(words);
    afterCitation = false;
  }
  return withoutPrograms(parts.join('')) ?? locale?.phrases.code ?? '';
}

/** The comma or dash of `[1], [2]` and `[1]-[3]`. */
function isBetweenCitations({ type, content }: Token, next: Token | undefined): boolean {
  return type === 'text' && next?.type === CITATION_TOKEN && /^\s*[,;–-]?\s*$/.test(content);
}

/** Some models end a sentence twice: `It is so. [1].` */
function isEnded(parts: readonly string[]): boolean {
  return /[.!?…。！？]["'”’»)]?$/.test(parts.at(-1) ?? '');
}

function wordsOf(token: Token, locale: SpokenWords | null): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'image':
      return alternativeText(token);
    case 'code_inline':
      return withPlainSigns(token.content).replace(CODE_MARKS, ' ');
    case MATH_TOKEN:
      return ` ${sayFormula(String(token.meta?.tex ?? ''), locale)} `;
    case TASK_BOX_TOKEN:
      return (token.markup === 'x' ? locale?.phrases.ticked : locale?.phrases.unticked) ?? '';
    case 'text':
      return withPlainSigns(token.content);
    default:
      return token.content;
  }
}

/** Removes spaces from the end of the speech so far. */
function trimLast(parts: string[]): void {
  while (parts.length > 0) {
    const trimmed = parts.pop()?.trimEnd() ?? '';
    if (trimmed === '') continue;
    parts.push(trimmed);
    return;
  }
}

/**
 * Signs that are typed as two or three characters. The characters allowed around them exclude the marks of
 * HTML and Markdown; an arrow directly between two names is part of a program.
 */
const TYPED = /(?!(?<=\p{L}{2})->\p{L}{2})(?<=^|[\s\p{L}\p{N})])(?:[-=]>|[<>!]==?)(?=[\s\p{L}\p{N}(]|$)/gu;
const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '!==': '≠' };

/** Replaces `->`, `>=`, `!=` and the like with the signs they stand for; only signs have spoken words. */
function withPlainSigns(text: string): string {
  if (!/[-=]>|[<>!]=/.test(text)) return text;
  return text.replace(TYPED, (typed) => SIGNS[typed] ?? (typed.endsWith('>') ? '→' : typed));
}

const TOKEN =
  /\\([A-Za-z]+)|\^\{?([23])\}?(?!\d)|([\\^_{}&~]|\\.)|([=+×·/<>≤≥±≈≠−-])|([^\\^_{}&~=+×·/<>≤≥±≈≠−-]+)/g;
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
const LIMITS = /\\(sum|prod|int)\s?_(?:\{([^{}]{1,40})\}|(\w))\s?\^(?:\{([^{}]{1,40})\}|(\\?\w{1,8}))/g;
const DEGREES = /\^\{?\\circ\}?/g;
/** An escaped sign that is spoken: `5\%`. */
const ESCAPED = /\\([%$&#])/g;

/** A formula as letters, numbers and words for its signs, which need rules for the language. */
function sayFormula(tex: string, locale: SpokenWords | null): string {
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
  const word = (name: string) => wordFor(locale, name);
  const said = flat.replace(
    TOKEN,
    (_, command?: string, power?: string, layout?: string, sign?: string, text?: string) => {
      if (command !== undefined) return ` ${sayCommand(command, word)} `;
      if (power !== undefined) return ` ${word(`^${power}`) || power} `;
      if (layout !== undefined) return layout === '^' ? ` ${word('^')} ` : ' ';
      if (sign !== undefined) return ` ${word(ownValue(NAMES_OF_SIGNS, sign) ?? sign)} `;
      return text ?? '';
    },
  );
  return said.replace(/\s+/g, ' ').trim();
}

/** The names under which signs of formulas have their words. */
const NAMES_OF_SIGNS: Readonly<Record<string, string>> = { '−': '-', '·': 'times' };

function wordFor(locale: SpokenWords | null, name: string): string {
  return locale === null ? '' : (ownValue(locale.formula, name) ?? ownValue(locale.signs, name) ?? '');
}

/** A spoken command: its word or, for a letter (`alpha`) or a function (`sin`), its name. */
function sayCommand(command: string, word: (name: string) => string): string {
  return (
    word(ownValue(SAME_AS_SIGN, command) ?? command) ||
    (NAMED.test(command) ? command.replace('var', '') : '')
  );
}

/** A script or style that a model wrote as text; one that is not closed goes on to the end. */
const PROGRAM = /<(script|style)(?=[\s/>])[^<>]{0,500}>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Text for a voice without scripts and styles; null if nothing is left. Other tags go later. */
export function withoutPrograms(text: string): string | null {
  if (!text.includes('<')) return text;
  const words = text.replace(PROGRAM, ' ');
  return words.trim() === '' && text.trim() !== '' ? null : words;
}
