import { NAMED_COLOURS } from './colour-names.ts';
import type { Declaration } from './rules.ts';
import type { StyledElement } from './styled-element.ts';

/** What attributes from before style sheets say (HTML, section 15.3): the weakest of all statements. */
export function hintsOf({ tag, attributes }: StyledElement): Declaration[] {
  const hints: Declaration[] = [];
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined) hints.push({ property, value: legacyColour(value), important: false });
  };
  if (tag === 'a' && attributes.href !== undefined) add('color', '#0000ee');
  if (tag === 'mark') hints.push(...MARKED);
  if (tag === 'font') add('color', attributes.color);
  if (tag === 'body') add('color', attributes.text);
  add('background-color', attributes.bgcolor);
  if (attributes.background !== undefined) {
    hints.push({ property: 'background-image', value: 'url(unseen)', important: false });
  }
  return hints;
}

const MARKED: readonly Declaration[] = [
  { property: 'color', value: 'black', important: false },
  { property: 'background-color', value: 'yellow', important: false },
];

/** A colour as attributes state it, where any letters are some colour (HTML, section 2.3.6). */
function legacyColour(value: string): string {
  const text = value.trim().slice(0, 128).toLowerCase();
  if (text === '' || text === 'transparent' || NAMED_COLOURS.has(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return text;
  const digits = text.replace(/^#/, '').replace(/[^0-9a-f]/g, '0');
  const size = Math.max(1, Math.ceil(digits.length / 3));
  const parts = [0, 1, 2].map((i) =>
    digits
      .padEnd(size * 3, '0')
      .slice(i * size, (i + 1) * size)
      .slice(-8),
  );
  const zeros = Math.min(...parts.map((part) => /^0*/.exec(part)?.[0].length ?? 0));
  const from = Math.max(0, Math.min(zeros, (parts[0]?.length ?? 0) - 2));
  return `#${parts.map((part) => part.slice(from, from + 2).padStart(2, '0')).join('')}`;
}

/** Whether an element shows nothing until a script opens it, unless a rule of the page displays it. */
export function isShutByItself({ tag, attributes }: StyledElement): boolean {
  if (attributes.hidden !== undefined || attributes.popover !== undefined) return true;
  return (
    (tag === 'dialog' && attributes.open === undefined) || (tag === 'input' && attributes.type === 'hidden')
  );
}
