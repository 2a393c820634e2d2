import { toPublicUrl } from '@sayso/text/url.ts';
import { notes } from '../answer/answer-words.ts';
import { type Settings, settingsTable } from '../config/settings.ts';
import type { Installation } from '../interfaces/site/built-site.ts';

/** What the operator still has to configure, a line each. Wikipedia does not count as a web search. */
export function notYetConfigured(settings: Settings): readonly string[] {
  const { slots, modelProvider, sourcesFile } = settings;
  const missing: string[] = modelProvider === null ? [notes.noModelYet] : [];
  if (sourcesFile !== null) return missing;
  if (slots.length === 0) return [...missing, notes.noSearchYet];
  const isOnlyWikipedia = slots.every(
    ({ position, url }) => position === 3 && url === settingsTable.tertiaryUrl.fallback,
  );
  return isOnlyWikipedia ? [...missing, notes.onlyWikipediaYet] : missing;
}

/** The start in three lines: where it listens, what it searches, and who writes, or what is missing of it. */
export function startLines(settings: Settings, version: string, address: string): readonly string[] {
  const { slots, modelProvider, modelName } = settings;
  const places = slots.map(({ kind, url }) =>
    url === settingsTable.tertiaryUrl.fallback ? 'Wikipedia' : `${kind} at ${toPublicUrl(url)}`,
  );
  const searched = [settings.sourcesFile ?? [], places.join(', then ') || []].flat().join(', with ');
  const setUp = notYetConfigured(settings).length > 0 ? ` ${notes.runSetup}` : '';
  const model = modelName ?? 'the usual model';
  return [
    `Sayso ${version} is listening on ${address}`,
    `It searches ${searched || 'nothing, because no back-end is configured'}.`,
    modelProvider === null
      ? `No language model is configured, so questions get sources but no answer.${setUp}`
      : modelProvider === 'extractive'
        ? `No language model writes: it shows passages of the sources.${setUp}`
        : `The answers are written by ${model} (${modelProvider}).${setUp}`,
  ];
}

/** What the page tells its readers about this installation. */
export function installationOf(settings: Settings): Installation {
  const { slots, sourcesFile } = settings;
  const own = sourcesFile === null ? 0 : 1;
  const collections = own + slots.filter(({ kind }) => kind === 'collection').length;
  const isWikipedia = own + slots.length === 1 && slots.every(({ url }) => isOfWikipedia(url));
  const searches = isWikipedia ? 'wikipedia' : searchedWith(collections, own + slots.length);
  return { searches, writes: writerOf(settings) };
}

function isOfWikipedia(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'wikipedia.org' || host.endsWith('.wikipedia.org');
}

function searchedWith(collections: number, slots: number): Installation['searches'] {
  if (collections === 0) return 'web';
  return collections < slots ? 'both' : 'documents';
}

function writerOf({ modelProvider }: Settings): Installation['writes'] {
  if (modelProvider === null) return 'nothing';
  return modelProvider === 'extractive' ? 'quotes' : 'model';
}
