/** The writing direction of one of the interface's languages (BCP 47 tag). */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return /^ar\b/i.test(language) ? 'rtl' : 'ltr';
}
