import type { Source } from '../../core/source.ts';
import { hostOf } from '../../lib/text/url.ts';

/**
 * The titles of the sources, in their order and all different: Open WebUI makes one entry of all sources with
 * the same title, so its numbers would no longer be those of the text. A later source with the same title has
 * its host after it; a source without a title has its address.
 */
export function uniqueTitles(sources: readonly Pick<Source, 'title' | 'url'>[]): readonly string[] {
  const taken = new Set<string>();
  return sources.map(({ title, url }) => {
    const name = title.trim() === '' ? url : title;
    let unique = name;
    for (let count = 1; taken.has(unique); count++)
      unique = `${name} (${hostOf(url)}${count === 1 ? '' : ` ${count}`})`;
    taken.add(unique);
    return unique;
  });
}
