import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Places in an answer a hostile text is put into. */
const PLACES: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => `Answer text [1].\n\n- item ${text}\n- two`,
  (text) => `| a | b |\n|---|---|\n| ${text.replace(/\|/g, '\\|').replace(/\n/g, ' ')} | x |`,
  (text) => `**bold** ${text.replace(/\n/g, ' ')} *em*`,
  (text) => `> quote ${text}`,
  (text) => `[click](${text})`,
];

/** Every payload of the data in every place, as Markdown. */
export async function readAttacks(folder: string): Promise<string[]> {
  const module: { default: ReadonlyArray<{ payload: string }> } = await import(
    pathToFileURL(`${folder}/dompurify-expect.mjs`).href
  );
  const listed = readFileSync(`${folder}/payloadbox.txt`, 'utf8').split('\n');
  const payloads = new Set([...module.default.map(({ payload }) => payload), ...listed]);
  payloads.delete('');
  return [...payloads].flatMap((payload) => PLACES.map((place) => place(payload)));
}
