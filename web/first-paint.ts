import { directionOf } from './direction.ts';
import { settingsName } from './settings-name.ts';
import { showTheme } from './theme.ts';

// Runs before the first paint, so that a chosen theme does not flash and nothing jumps from one side to the other. The
// page waits for this script alone: it must stay tiny, and it must not throw.
try {
  const { theme, language } = JSON.parse(localStorage.getItem(settingsName) ?? '{}');
  showTheme(theme);
  document.documentElement.dir = directionOf(language ?? navigator.language);
} catch {
  // Forbidden storage, or what is kept is not ours: the page looks as if nothing were chosen.
}
