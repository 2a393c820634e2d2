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

function legacyColour(value: string): string {
  const text = value.trim();
  return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text;
}

/** Whether an element shows nothing until a script opens it, unless a rule of the page displays it. */
export function isShutByItself({ tag, attributes }: StyledElement): boolean {
  if (attributes.hidden !== undefined || attributes.popover !== undefined) return true;
  return (
    (tag === 'dialog' && attributes.open === undefined) || (tag === 'input' && attributes.type === 'hidden')
  );
}
