import type { LanguageWords } from './table.ts';

/** A language of the interface, by its BCP 47 tag without a region. */
export type Language = 'en' | 'es' | 'de' | 'fr' | 'pt' | 'ja' | 'ar';

/** The languages in files of their own, loaded when needed. English is part of the page. */
export const languageFiles: Readonly<Record<Exclude<Language, 'en'>, () => Promise<LanguageWords>>> = {
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
};

/** True if the language has a file of its own. */
export function hasFile(tag: string): tag is Exclude<Language, 'en'> {
  return Object.hasOwn(languageFiles, tag);
}

/** True if the text is the tag of a language of the interface. */
export function isLanguage(tag: string): tag is Language {
  return tag === 'en' || hasFile(tag);
}

/**
 * The first supported one of the wanted languages (BCP 47 tags, as in `navigator.languages`); English if
 * there is none.
 */
export function chooseLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '');
  return tags.find(isLanguage) ?? 'en';
}

/**
 * The languages by their own names, which are not translated, because a reader may not understand the current
 * language.
 */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
};

/** The writing direction of one of the interface's languages (BCP 47 tag). */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return /^ar\b/i.test(language) ? 'rtl' : 'ltr';
}
