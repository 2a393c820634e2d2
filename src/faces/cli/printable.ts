/**
 * Text from strangers (a page, a back-end, the name of a file) as a terminal may get it: without control characters but
 * tab and line feed, for they could steer the terminal, and without marks that turn the reading direction.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '');
}
