import { detectLanguage, UNDETERMINED } from '../core/language.ts';
import type { SearchBackend } from './backend.ts';

/**
 * A back-end that is told the language of each question: the one the caller asked for, else `language`, the operator's,
 * else the question's own where that is plain, else `auto`. Goes around `relaxing`, for keywords alone show no language.
 */
export function inQuestionLanguage(backend: SearchBackend, language: string): SearchBackend {
  return {
    search(query, signal) {
      if (query.language !== 'auto') return backend.search(query, signal);
      return backend.search({ ...query, language: languageFor(query.text, language) }, signal);
    },
  };
}

function languageFor(text: string, language: string): string {
  if (language !== 'auto') return language;
  const detected = detectLanguage(text);
  return detected === UNDETERMINED ? 'auto' : detected;
}
