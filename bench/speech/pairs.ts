import { readdirSync, readFileSync } from 'node:fs';

/** A written form and how it is spoken. */
export type Pair = { readonly written: string; readonly spoken: string };

/**
 * The pairs of NeMo's English text normalization, one per line, separated by a tilde; the file for audio has
 * a different format.
 */
export function readPairs(data: string): Pair[] {
  const folder = `${data}/nemo-tn-en`;
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt') && !name.includes('audio'));
  return files
    .sort()
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
    .filter((line) => line.includes('~'))
    .map((line) => {
      const at = line.indexOf('~');
      return { written: line.slice(0, at), spoken: line.slice(at + 1) };
    });
}
