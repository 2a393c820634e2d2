import { detectLanguage, UNDETERMINED } from '../../core/language.ts';
import type { SearchBackend } from '../backend.ts';

/**
 * Wraps a back-end so that each query has a language: the one the caller requested, otherwise the operator's
 * `language`, otherwise the question's own if it is clear, otherwise `auto`. Wraps `relaxing`, because
 * keywords alone do not reveal a language.
 */
export function inQuestionLanguage(backend: SearchBackend, language: string): SearchBackend {
  return {
    sends: backend.sends,
    search(query, signal) {
      const { text, scope } = query;
      if (scope.language !== 'auto') return backend.search(query, signal);
      return backend.search({ ...query, scope: { ...scope, language: languageFor(text, language) } }, signal);
    },
  };
}

function languageFor(text: string, language: string): string {
  if (language !== 'auto') return language;
  const detected = detectLanguage(text);
  return detected === UNDETERMINED ? 'auto' : detected;
}
