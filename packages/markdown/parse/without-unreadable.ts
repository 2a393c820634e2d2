/** Control characters, and marks that reverse letters. Isolates (U+2066 to U+2069) stay. */
const UNREADABLE = /[^\P{Cc}\t\n\r\u0085]|[\u202a-\u202e\ufffe\uffff]/gu;

/** The text without characters that terminals and voices misread, or that reverse a link. */
export function withoutUnreadable(text: string): string {
  return text.replace(UNREADABLE, '');
}
