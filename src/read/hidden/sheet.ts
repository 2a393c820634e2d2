import type { StyledElement } from './styled-element.ts';

/** One style sheet of a page. `css` is null for a sheet that stands elsewhere, so that nobody here knows what it says. */
export type Sheet = {
  readonly css: string | null;
  readonly media: string;
  /** The element its `style` element stands in; where it is left out, nobody asks. */
  readonly owner?: StyledElement | null;
};

const INLINE_SHEET = /^data:text\/css(?:;(?!base64,)[^,;]{1,60}){0,5}(;base64)?,/i;

/**
 * The style sheet an element brings, or null when it brings none. `text` is what stands between the tags of a `style`
 * element. A `link` to a `data:` URL carries its sheet with it; any other is a sheet that stands elsewhere.
 */
export function sheetOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  text: string,
): Sheet | null {
  const media = attributes.media ?? '';
  if (tag === 'style') return isCss(attributes.type) ? { css: text, media } : null;
  if (tag !== 'link' || !isStyleLink(attributes)) return null;
  return { css: cssInUrl(attributes.href ?? ''), media };
}

/** What may stand at the beginning of a sheet, up to the end of its imports (CSS Cascade 5, 2). */
const BEGINNING =
  /\s*(?:<!--|-->|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|@(?:charset|layer)\s[^;{]*;|@import\s*(?:url\(\s*)?(?:"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)'|(?<bare>[^\s"');]+[^\s)]*))\s*\)?(?<media>[^;]*)(?:;|$))/iy;
const MAX_IMPORTS = 50;

const MAX_IMPORT_DEPTH = 5;

/** Whether the condition of `@supports` holds. */
type IsSupported = (condition: string) => boolean;

/** A sheet behind those that it imports, and they behind theirs. */
export function withImports(sheet: Sheet, isSupported: IsSupported, depth = 0): Sheet[] {
  const imported: Sheet[] = [];
  BEGINNING.lastIndex = 0;
  for (let found = begins(sheet); found !== null && imported.length < MAX_IMPORTS; found = begins(sheet)) {
    const { double, single, bare, media = '' } = found.groups ?? {};
    const href = double ?? single ?? bare;
    const onlyMedia = media.replace(CONDITIONS, '').trim();
    if (href === undefined || !isWanted(media, isSupported)) continue;
    const layer = /\blayer\b(?:\(([^()]*)\))?/i.exec(media);
    const one = { css: cssInUrl(href), media: onlyMedia || sheet.media };
    const all = depth < MAX_IMPORT_DEPTH ? withImports(one, isSupported, depth + 1) : [one];
    imported.push(...(layer === null ? all : all.map((each) => inLayer(each, layer[1] ?? ''))));
  }
  return [...imported.slice(0, MAX_IMPORTS), sheet];
}

/** What an import says besides its media. */
const CONDITIONS = /\b(?:layer|supports)\b(?:\((?:[^()]|\([^()]*\))*\))?/gi;
const SUPPORTS = /\bsupports\(((?:[^()]|\([^()]*\))*)\)/i;

function isWanted(conditions: string, isSupported: IsSupported): boolean {
  const supports = SUPPORTS.exec(conditions)?.[1];
  return supports === undefined || isSupported(supports) || isSupported(`(${supports})`);
}

function inLayer(sheet: Sheet, name: string): Sheet {
  return sheet.css === null ? sheet : { ...sheet, css: `@layer ${name}{${sheet.css}}` };
}

function begins({ css }: Sheet): RegExpExecArray | null {
  return css === null ? null : BEGINNING.exec(css);
}

function isCss(type: string | undefined): boolean {
  return type === undefined || /^(?:\s*|\s*text\/css\s*(?:;.*)?)$/i.test(type);
}

function isStyleLink({ rel = '', disabled }: Readonly<Record<string, string>>): boolean {
  const words = rel.toLowerCase().split(/\s+/);
  return words.includes('stylesheet') && !words.includes('alternate') && disabled === undefined;
}

function cssInUrl(href: string): string | null {
  const head = INLINE_SHEET.exec(href.trim());
  if (head === null) return null;
  const body = href.trim().slice(head[0].length);
  if (head[1] !== undefined) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}
