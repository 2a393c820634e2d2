import { directionOf } from './direction.ts';
import { settingsName } from './settings-name.ts';
import { showTheme } from './theme.ts';

// Runs before the first paint, so that neither a theme nor a language flashes that was not chosen. The page waits for this
// script alone: it must stay tiny, and it must not throw.
try {
  const { theme, language } = JSON.parse(localStorage.getItem(settingsName) ?? '{}');
  showTheme(theme);
  const spoken = language ?? navigator.language;
  document.documentElement.dir = directionOf(spoken);
  if (!/^en\b/.test(spoken)) document.documentElement.dataset.waiting = '';
} catch {
  // Forbidden storage, or what is kept is not ours: the page looks as if nothing were chosen.
}
