/** The writing direction of the language (BCP 47 tag), for the languages of the interface. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return /^ar\b/i.test(language) ? 'rtl' : 'ltr';
}
