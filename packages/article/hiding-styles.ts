/**
 * What the declarations of a rule say about what a visitor sees, a key for each way to hide: true hides,
 * false shows again. The keys of `Inherited` act on the text inside too, unless something in it shows again.
 */
export type Hiding = Inherited & {
  /** Closed, as a panel that a click may open. */
  readonly display?: boolean;
  readonly height?: boolean;
  readonly opacity?: boolean;
  /** Cut off, moved away, shrunk or clipped. */
  readonly box?: boolean;
  /** How it stands beside others: on lines of its own, with a gap, or as a row of what is in it. */
  readonly layout?: Layout;
};

export type Layout = 'text' | 'block' | 'gap' | 'row';

type Inherited = {
  readonly visibility?: boolean;
  readonly font?: boolean;
  readonly colour?: boolean;
  /** White letters, which nobody sees on a page without backgrounds. */
  readonly white?: boolean;
  readonly indent?: boolean;
};

/** A declaration with one of the properties that `hidingOf` reads. */
const DECLARATION =
  /(?:^|[;{\s])(?:-webkit-)?(display|visibility|opacity|content-visibility|font-size|font|color|text-fill-color|background|background-color|text-indent|text-shadow|(?:max-)?(?:height|width)|overflow(?:-[xy])?|clip|clip-path|left|right|top|bottom|margin(?:-left|-top)?|transform|scale|zoom|filter|transition|animation(?:-name)?)\s{0,9}:\s{0,9}([^;{}]{1,300})/gi;
const MAX_UNSEEN_OPACITY = 0.05;
/** Letters up to this size cannot be read; a box that cuts off its content shows nothing up to that size. */
const MAX_UNREADABLE_PX = 3;
const MAX_EMPTY_BOX_PX = 1;
/** What is placed this far away is outside the window; margins are part of many layouts. */
const OFF_WINDOW_PX = 500;
const FAR_AWAY_PX = 1_500;

/** Reads declarations: `important` has those marked so, `plain` all others. */
export function hidingOf(body: string): { readonly plain: Hiding; readonly important: Hiding } {
  const bare = body.includes('/*') ? body.replace(/\/\*[^*]{0,300}\*\//g, '') : body;
  const text = bare.includes('\\') ? unescapeCss(bare) : bare;
  const plain = new Map<string, string>();
  const important = new Map<string, string>();
  for (const [, name = '', written = ''] of text.matchAll(DECLARATION)) {
    const value = written
      .replace(/!\s{0,9}important/i, '')
      .trim()
      .toLowerCase();
    if (value === '') continue;
    const target = value.length === written.trim().length ? plain : important;
    target.set(name.toLowerCase(), value);
  }
  return { plain: toHiding(plain), important: toHiding(important) };
}

type Values = ReadonlyMap<string, string>;

function toHiding(values: Values): Hiding {
  if (values.size === 0) return {};
  const hiding: { -readonly [Key in keyof Hiding]: Hiding[Key] } = {};
  const display = values.get('display');
  if (display !== undefined && !display.includes('var(')) {
    hiding.display = display === 'none';
    hiding.layout = layoutOf(display);
  }
  if (values.get('content-visibility') === 'hidden') hiding.display = true;
  const visibility = values.get('visibility');
  if (visibility !== undefined) hiding.visibility = visibility === 'hidden' || visibility === 'collapse';
  const isMoving = values.has('transition') || values.has('animation') || values.has('animation-name');
  const opacity = values.get('opacity');
  // What a script fades in is seen by a visitor.
  if (opacity !== undefined) hiding.opacity = !isMoving && toShare(opacity) <= MAX_UNSEEN_OPACITY;
  const size =
    values.get('font-size') ?? /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))/.exec(values.get('font') ?? '')?.[1];
  if (size !== undefined) hiding.font = (toPx(size) ?? 16) <= MAX_UNREADABLE_PX;
  const indent = toPx(values.get('text-indent'));
  if (indent !== null) hiding.indent = Math.abs(indent) >= OFF_WINDOW_PX;
  const colour = values.get('text-fill-color') ?? values.get('color');
  if (colour !== undefined)
    hiding.white =
      toColour(colour)
        ?.slice(0, 3)
        .every((part) => part >= 255 - SAME_COLOUR) === true;
  if (colour !== undefined) hiding.colour = !values.has('text-shadow') && isUnseenOn(colour, values);
  const cuts = /hidden|clip|auto|scroll/.test(
    `${values.get('overflow')} ${values.get('overflow-x')} ${values.get('overflow-y')}`,
  );
  const isSmall = (name: string) => (toPx(values.get(name)) ?? Number.POSITIVE_INFINITY) <= MAX_EMPTY_BOX_PX;
  const height = values.get('max-height') ?? values.get('height');
  if (height !== undefined) hiding.height = cuts && (isSmall('max-height') || isSmall('height'));
  const isBoxUnseen =
    (cuts && (isSmall('width') || isSmall('max-width'))) || isMovedAway(values) || isClipped(values);
  if (isBoxUnseen && !isMoving) hiding.box = true;
  // A line of one pixel that is cut off is for screen readers; nothing opens it.
  if (hiding.box === true) hiding.height = false;
  return hiding;
}

function layoutOf(display: string): Layout {
  if (/^(?:inline-)?(?:flex|grid)/.test(display)) return 'row';
  if (/^inline-./.test(display)) return 'gap';
  return /^(?:block|table|list-item|flow-root|-webkit-box)/.test(display) ? 'block' : 'text';
}

function isMovedAway(values: Values): boolean {
  const px = (name: string) => toPx(values.get(name)) ?? 0;
  const sides = [px('left'), px('top'), px('right'), px('bottom')];
  if (sides.some((side) => side <= -OFF_WINDOW_PX) || Math.max(px('left'), px('top')) >= 2 * FAR_AWAY_PX)
    return true;
  const margins = [
    values.get('margin-left'),
    values.get('margin-top'),
    ...(values.get('margin')?.split(' ') ?? []),
  ];
  if (margins.some((margin) => (toPx(margin) ?? 0) <= -FAR_AWAY_PX)) return true;
  const calls = `scale(${values.get('scale') ?? values.get('zoom') ?? '1'}) ${values.get('transform') ?? ''}`;
  for (const [, name = '', inner = ''] of calls.matchAll(
    /(scale|translate|matrix)[xyz3d]{0,2}\(([^()]{0,200})\)/g,
  )) {
    const parts = inner.trim().split(/[\s,]+/);
    if (name === 'scale' && parts.some((part) => Math.abs(toShare(part)) <= MAX_UNSEEN_OPACITY)) return true;
    const isFar = (part: string) => !part.endsWith('%') && Math.abs(toPx(part) ?? 0) >= FAR_AWAY_PX;
    if (name === 'translate' && parts.some(isFar)) return true;
    if (name === 'matrix' && Math.abs(Number(parts[0])) <= MAX_UNSEEN_OPACITY) return true;
  }
  return (
    toShare(/opacity\(([^()]{1,20})\)/.exec(values.get('filter') ?? '')?.[1] ?? '1') <= MAX_UNSEEN_OPACITY
  );
}

function isClipped(values: Values): boolean {
  const rect = /^rect\(([^()]{1,100})\)$/.exec(values.get('clip') ?? '')?.[1];
  if (rect !== undefined) {
    const [top = 0, right = 99, bottom = 99, left = 0] = rect
      .trim()
      .split(/[\s,]+/)
      .map((side) => toPx(side) ?? undefined);
    if (right - left <= MAX_EMPTY_BOX_PX || bottom - top <= MAX_EMPTY_BOX_PX) return true;
  }
  const [, shape, inner = ''] =
    /^(inset|circle|ellipse|polygon)\(([^()]{0,200})\)/.exec(values.get('clip-path') ?? '') ?? [];
  const sides =
    inner
      .split(/\bround\b|\bat\b/)[0]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  if (shape === 'inset') return sides.some((side) => side.endsWith('%') && Number.parseFloat(side) >= 50);
  if (shape === 'polygon') return new Set(sides).size === 1;
  return shape !== undefined && sides.some((side) => Number.parseFloat(side) === 0);
}

/** Colours that differ by no more than this in red, green and blue (0 to 255) look the same. */
const SAME_COLOUR = 12;

/** Whether letters of a colour are clear, or of the colour that the same rule gives to what is behind them. */
function isUnseenOn(colour: string, values: Values): boolean {
  const ink = toColour(colour);
  if (ink === null) return false;
  if (ink[3] <= MAX_UNSEEN_OPACITY) return true;
  const ground = toColour(
    (values.get('background-color') ?? values.get('background') ?? '').split(/\s(?![^(]*\))/)[0] ?? '',
  );
  return (
    ground !== null &&
    ground[3] > 0.5 &&
    [0, 1, 2].every((at) => Math.abs((ink[at] ?? 0) - (ground[at] ?? 0)) <= SAME_COLOUR)
  );
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const NAMED: Readonly<Record<string, Colour>> = {
  transparent: [0, 0, 0, 0],
  white: [255, 255, 255, 1],
  black: [0, 0, 0, 1],
};

function toColour(value: string): Colour | null {
  if (Object.hasOwn(NAMED, value)) return NAMED[value] ?? null;
  const hex = /^#([\da-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const full = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
    return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1];
  }
  const [, name, inner = ''] = /^(rgb|hsl)a?\(([^()]{1,60})\)$/.exec(value) ?? [];
  if (name === undefined) return null;
  const parts = inner.trim().split(/[\s,/]+/);
  const alpha = parts[3] === undefined ? 1 : toShare(parts[3]);
  // Of other colours, only how clear they are is read.
  if (name === 'hsl') return alpha <= MAX_UNSEEN_OPACITY ? [0, 0, 0, alpha] : null;
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1),
  );
  return [red, green, blue, alpha];
}

/** A share such as `.5` or `50%`; 1 if it is written in another way. */
function toShare(text: string): number {
  const value = text.trim().endsWith('%') ? Number.parseFloat(text) / 100 : Number(text);
  return Number.isNaN(value) ? 1 : value;
}

const UNITS_PX: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 4 / 3, em: 16, rem: 16, ex: 8, ch: 8, in: 96, cm: 37.8, mm: 3.78, pc: 16 },
  ...{ vw: 12.8, vh: 8, '%': 12.8 },
};

/** A length in pixels; null if it is not a plain number with a unit. A percentage is of a wide window. */
function toPx(text: string | undefined): number | null {
  const [, number, unit = ''] =
    /^([+-]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9}))([a-z]{0,4}|%)$/.exec(text ?? '') ?? [];
  const px = UNITS_PX[unit];
  return number === undefined || px === undefined ? null : Number(number) * px;
}

/** The meaning of CSS with escapes: `\64 isplay` is `display`. */
export function unescapeCss(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, hex, char) => {
    if (hex === undefined) return char;
    const point = Number.parseInt(hex, 16);
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}
