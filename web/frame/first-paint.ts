import { directionOf } from '../languages/languages.ts';
import { settingsName } from '../settings/settings.ts';
import { showSize, showTheme } from '../settings/theme.ts';

// Runs before the first paint, so that the page never flashes in a theme or language that the reader did not
// choose. The page waits only for this script: it must stay tiny and must not throw.
try {
  const { theme, language, size } = JSON.parse(localStorage.getItem(settingsName) ?? '{}');
  showTheme(theme);
  showSize(size);
  const spoken = language ?? navigator.language;
  document.documentElement.dir = directionOf(spoken);
  if (!/^en\b/.test(spoken)) document.documentElement.dataset.waiting = '';
} catch {
  // Storage is forbidden or has invalid content: the page looks as if nothing were chosen.
}
