import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODEL = '/lib/passages/answer-model.json';

/** The name of the model that was fitted without a set; rtqa and rtqa2 are left out together. */
export function groupOf(set: string): string {
  return set === 'rtqa2' ? 'rtqa' : set;
}

/**
 * The measurement (`measure.ts`) with the model that was fitted without a set: a copy of all its modules, of
 * which the ranking imports `FOLDER/NAME.json`, as `fit.ts --left-out FOLDER` wrote it.
 */
export async function importWithout(set: string, folder: string): Promise<typeof import('./measure.ts')> {
  const copy = `?without=${groupOf(set)}`;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (context.parentURL?.endsWith(copy) !== true || !found.url.startsWith('file:')) return found;
      if (found.url.endsWith(MODEL)) return { ...found, url: modelUrl(set, folder) };
      return found.url.includes('/node_modules/') ? found : { ...found, url: found.url + copy };
    },
  });
  return await import(`./measure.ts${copy}`);
}

function modelUrl(set: string, folder: string): string {
  return pathToFileURL(resolve(folder, `${groupOf(set)}.json`)).href;
}
