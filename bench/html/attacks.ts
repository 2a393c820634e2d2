import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Places in an answer where hostile text is inserted. */
const PLACES: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => `Answer text [1].\n\n- item ${text}\n- two`,
  (text) => `| a | b |\n|---|---|\n| ${text.replace(/\|/g, '\\|').replace(/\n/g, ' ')} | x |`,
  (text) => `**bold** ${text.replace(/\n/g, ' ')} *em*`,
  (text) => `> quote ${text}`,
  (text) => `[click](${text})`,
];

/** Places where a hostile address is inserted. */
const ADDRESS_PLACES: ReadonlyArray<(url: string) => string> = [
  (url) => `[click](${url})`,
  (url) => `[click](<${url}>)`,
  (url) => `![img](${url})`,
  (url) => `[c][r]\n\n[r]: ${url}`,
  (url) => `<${url}>`,
  (url) => `[a](https://x.test "${url}")`,
  (url) => `text ${url} text`,
  (url) => `[^1]\n\n[^1]: [z](${url})`,
  (url) => `![a" onerror="alert(1)](${url})`,
];
/**
 * The addresses in a payload: the values of attributes, and anything that begins with a scheme that runs
 * code.
 */
const ATTRIBUTE =
  /(?:href|src|(?:form)?action|data|to|from|values)\s*=\s*["']?([^"'\s>]*(?:script|data|vbs|&#|%)[^"'>]*)/gi;
const CODE_SCHEME = /\b(?:java\s*script|data|vbscript|livescript)\s*:[^\s"'<>]{1,200}/gi;
const MAX_ADDRESS_CHARS = 600;

/**
 * As Markdown: every payload of the data in every place for text, and every address in them in every place
 * for addresses.
 */
export async function readAttacks(folder: string): Promise<string[]> {
  const module: { default: ReadonlyArray<{ payload: string }> } = await import(
    pathToFileURL(`${folder}/dompurify-expect.mjs`).href
  );
  const listed = readFileSync(`${folder}/payloadbox.txt`, 'utf8').split('\n');
  const payloads = new Set([...module.default.map(({ payload }) => payload), ...listed]);
  payloads.delete('');
  const ofPayloads = [...payloads].flatMap((payload) => PLACES.map((place) => place(payload)));
  const ofAddresses = [...addressesIn(payloads)].flatMap((url) => ADDRESS_PLACES.map((place) => place(url)));
  return [...ofPayloads, ...ofAddresses];
}

function addressesIn(payloads: ReadonlySet<string>): ReadonlySet<string> {
  const found = [...payloads].flatMap((payload) => [
    ...Array.from(payload.matchAll(ATTRIBUTE), ([, url = '']) => url),
    ...Array.from(payload.matchAll(CODE_SCHEME), ([url]) => url),
  ]);
  return new Set(found.filter((url) => url.length < MAX_ADDRESS_CHARS));
}
