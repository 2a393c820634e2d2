/** The direction in which the language (BCP 47 tag) is written, as far as the interface speaks it. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return /^ar\b/i.test(language) ? 'rtl' : 'ltr';
}
