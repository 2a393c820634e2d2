/**
 * Text from other sources (a page, a back-end, a file name), made safe for a terminal: without control
 * characters except tab and line feed, and without marks that reverse the reading direction.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '');
}
