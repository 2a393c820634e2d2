import type { Language } from './languages.ts';

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
