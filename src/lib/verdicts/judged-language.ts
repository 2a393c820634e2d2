const LANGUAGES = new Set(['en', 'de', 'fr', 'es', 'pt', 'it', 'zh', 'ja']);

/** Whether statements in a language (a BCP 47 tag) are compared with their sources. */
export function isJudgedLanguage(language: string): boolean {
  return LANGUAGES.has(language.slice(0, 2).toLowerCase());
}
