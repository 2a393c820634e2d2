import { animationLonghands } from './animation.ts';
import { isColour } from './colour.ts';
import { MATH } from './length.ts';

/** Values that any property takes. */
export const GLOBAL = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** What a property states by longhand; itself where it is no shorthand. Nothing where the value makes no sense. */
export function longhands(name: string, value: string): [string, string][] {
  switch (name) {
    case 'background':
      return background(value);
    case 'mask':
      return [['mask-image', value]];
    case 'animation':
      return animationLonghands(value);
    case 'font':
      return font(value);
    case 'flex':
      return [['flex-grow', value === 'auto' ? '1' : (value.split(' ')[0] ?? '')]];
    case 'flex-flow':
      return [['flex-direction', value]];
    case 'grid-template':
      return [['grid-template-rows', value.split('/')[0]?.trim() ?? '']];
    case 'overflow': {
      const [x = '', y = x] = value.split(' ');
      return [
        ['overflow-x', x],
        ['overflow-y', y],
      ];
    }
    case 'inset':
      return fourSides(value, (side) => side);
    case 'inset-inline':
      return twoSides(value, ['left', 'right']);
    case 'inset-block':
      return twoSides(value, ['top', 'bottom']);
    case 'margin-inline':
      return twoSides(value, ['margin-left', 'margin-right']);
    case 'margin-block':
      return twoSides(value, ['margin-top', 'margin-bottom']);
    case 'margin':
    case 'padding':
      return fourSides(value, (side) => `${name}-${side}`);
    default:
      return [[name, value]];
  }
}

function fourSides(value: string, nameOf: (side: string) => string): [string, string][] {
  const [top = '', right = top, bottom = top, left = right] = words(value);
  const values = [top, right, bottom, left];
  return SIDES.map((side, i) => [nameOf(side), values[i] ?? ''] as [string, string]);
}

function twoSides(value: string, [one, other]: readonly [string, string]): [string, string][] {
  const [start = '', end = start] = words(value);
  return [
    [one, start],
    [other, end],
  ];
}

const SIZE_BEHIND_SLASH = /\/\s*((?:[-+.\d][^\s,()]*|auto)(?:\s+(?:[-+.\d][^\s,()]*|auto))?)/;

function background(value: string): [string, string][] {
  if (GLOBAL.test(value))
    return [
      ['background-color', value],
      ['background-image', value],
    ];
  const parts = words(value);
  const colour = parts.findLast(isColour) ?? 'transparent';
  const images = parts.filter((part) =>
    /^(?:url|image|cross-fade|element|[a-z-]+-gradient|(?:-webkit-)?image-set)\(/i.test(part),
  );
  const found: [string, string][] = [
    ['background-color', colour],
    ['background-image', images.join(',') || 'none'],
  ];
  const repeat = parts.find((part) => /^(?:no-repeat|repeat-[xy])$/.test(part)) ?? 'repeat';
  const size = SIZE_BEHIND_SLASH.exec(value)?.[1] ?? 'auto';
  found.push(['background-repeat', repeat], ['background-size', size]);
  return parts.includes('text') ? [...found, ['background-clip', 'text']] : found;
}

const FONT_SIZE = new RegExp(
  `^[\\d.+]|^(?:(?:xx-|x-|xxx-)?(?:small|large)|medium|smaller|larger)$|${MATH.source}`,
  'i',
);

const SYSTEM_FONT = /^(?:caption|icon|menu|message-box|small-caption|status-bar)$/;

/** The size stands right before the family, after words and a weight without a unit. */
function font(value: string): [string, string][] {
  if (SYSTEM_FONT.test(value)) return [['font-size', '13px']];
  if (GLOBAL.test(value))
    return [
      ['font-size', value],
      ['line-height', value],
    ];
  const sizes = words(value).filter((part) => FONT_SIZE.test(part.split('/')[0] ?? ''));
  const size = sizes.find((part) => !/^[1-9]\d{2,3}$/.test(part));
  if (size === undefined) return [];
  const [height = '', lines = 'normal'] = size.split('/');
  return [
    ['font-size', height],
    ['line-height', lines],
  ];
}

/** Parts between blanks and commas that stand outside brackets. */
function words(value: string): string[] {
  return value.match(/(?:[^\s,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}
