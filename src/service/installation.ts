import type { Settings } from '../config/settings.ts';
import type { Installation } from '../interfaces/site/installation.ts';

const SLOTS = ['primary', 'secondary', 'tertiary'] as const;

/** What the page tells its readers about this installation. */
export function installationOf(settings: Settings): Installation {
  const slots = SLOTS.filter((slot) => settings[`${slot}Url`] !== null);
  const collections = slots.filter((slot) => settings[`${slot}Kind`] === 'collection');
  const { modelProvider } = settings;
  return {
    searches: collections.length === 0 ? 'web' : collections.length < slots.length ? 'both' : 'documents',
    writes: modelProvider === null ? 'nothing' : modelProvider === 'extractive' ? 'quotes' : 'model',
  };
}
