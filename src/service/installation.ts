import type { Settings } from '../config/settings.ts';
import type { Installation } from '../interfaces/site/installation.ts';

const SLOTS = ['primary', 'secondary', 'tertiary'] as const;

/** What the page tells its readers about this installation. */
export function installationOf(settings: Settings): Installation {
  const slots = SLOTS.filter((slot) => settings[`${slot}Url`] !== null);
  const collections = slots.filter((slot) => settings[`${slot}Kind`] === 'collection');
  return { searches: searchedWith(collections.length, slots.length), writes: writerOf(settings) };
}

function searchedWith(collections: number, slots: number): Installation['searches'] {
  if (collections === 0) return 'web';
  return collections < slots ? 'both' : 'documents';
}

function writerOf({ modelProvider }: Settings): Installation['writes'] {
  if (modelProvider === null) return 'nothing';
  return modelProvider === 'extractive' ? 'quotes' : 'model';
}
