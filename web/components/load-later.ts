type LateFile = typeof import('./later.ts');

/**
 * Loads what the first paint does not need, with its texts in the current language. Rejects if it cannot be
 * loaded; the page can then still ask and answer.
 */
export async function loadLater(): Promise<LateFile> {
  const later = await import('./later.ts');
  await later.settleAsideWords(document.documentElement.lang);
  return later;
}
