import { escapeHtml } from '@sayso/text/escape-html.ts';
import { Parser } from 'htmlparser2';

/** The elements of MathML that a formula may contain: presentation without behaviour. */
export const ALLOWED_MATH_TAGS: ReadonlySet<string> = new Set([
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt'],
  ...['mroot', 'mover', 'munder', 'munderover', 'mtable', 'mtr', 'mtd', 'mpadded', 'mphantom', 'mstyle'],
]);

/** Their attributes: sizes and switches, never an address, a style or an identifier. */
export const ALLOWED_MATH_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['display', 'displaystyle', 'scriptlevel', 'form', 'fence', 'stretchy', 'symmetric', 'largeop'],
  ...['movablelimits', 'lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset'],
  ...['mathvariant', 'accent', 'accentunder', 'linethickness'],
]);

const ATTRIBUTE_VALUE = /^[a-z\d.%+-]{1,20}$/;

/** A longer formula is shown as it was written, so that an answer cannot grow without limit. */
const MAX_MATHML_CHARS = 20_000;
const MAX_DEPTH = 60;

/** How often a macro may be replaced; no formula of an answer needs more. */
const MAX_EXPANSIONS = 50;

/** The last block of a growing text is rendered again and again. The table is emptied when it is full. */
const MAX_KEPT = 500;
const cache = new Map<string, string | null>();

type TexParser = Pick<typeof import('temml').default, 'renderToString'>;

let parser: TexParser | null = null;

/** Loads the parser of formulas (40 ms and 4 MB). Until then, formulas are shown as written. */
export async function loadFormulas(): Promise<void> {
  parser ??= (await import('temml')).default;
}

/** Every formula begins with one of these characters. */
const FORMULA_START = /[$\\]/;

/**
 * Loads the parser of formulas if the text may contain one; null if there is nothing to load. Never rejects:
 * if the parser cannot be loaded, formulas are shown as written.
 */
export function loadFormulasFor(markdown: string): Promise<void> | null {
  const isNeeded = parser === null && FORMULA_START.test(markdown);
  return isNeeded ? loadFormulas().catch(() => undefined) : null;
}

/** TeX as MathML of allowed elements; null if invalid, too large, or the parser is not loaded. */
export function toMathMl(tex: string, display: 'inline' | 'block'): string | null {
  if (parser === null) return null;
  const key = `${display} ${tex}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const html = convert(parser, tex, display);
  if (cache.size >= MAX_KEPT) cache.clear();
  cache.set(key, html);
  return html;
}

function convert({ renderToString }: TexParser, tex: string, display: 'inline' | 'block'): string | null {
  try {
    const html = toAllowed(
      renderToString(tex, {
        displayMode: display === 'block',
        throwOnError: true,
        trust: false,
        wrap: 'none',
        maxExpand: MAX_EXPANSIONS,
        maxSize: [20, 100],
      }),
    );
    return html.length > MAX_MATHML_CHARS ? null : html;
  } catch {
    return null;
  }
}

/** The MathML without all that is not allowed. @throws RangeError if elements are nested too deeply */
function toAllowed(mathMl: string): string {
  let html = '';
  let depth = 0;
  const reader = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new RangeError('The formula is nested too deeply.');
        if (ALLOWED_MATH_TAGS.has(name)) html += `<${name}${allowedAttributes(attributes)}>`;
      },
      ontext: (text) => (html += escapeHtml(text)),
      onclosetag(name) {
        depth--;
        if (ALLOWED_MATH_TAGS.has(name)) html += `</${name}>`;
      },
    },
    { xmlMode: true },
  );
  reader.end(mathMl);
  return html;
}

function allowedAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name, value]) => ALLOWED_MATH_ATTRIBUTES.has(name) && ATTRIBUTE_VALUE.test(value))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
