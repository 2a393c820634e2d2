/**
 * Control characters, and marks that show the letters of words in reverse. Isolates (U+2066 to U+2069) stay.
 */
const UNREADABLE = /[^\P{Cc}\t\n\r\u0085]|[\u202a-\u202e\ufffe\uffff]/gu;

/**
 * A text without the characters that no answer needs: terminals and voices misread them, and a link in
 * reverse can look as if it led elsewhere.
 */
export function withoutUnreadable(text: string): string {
  return text.replace(UNREADABLE, '');
}
