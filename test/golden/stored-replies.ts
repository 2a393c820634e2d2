import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { GoldenReply } from './send.ts';

const FILE = new URL('replies.json.br', import.meta.url);

/** The replies that the service gives, as recorded. */
export function readGoldenReplies(): readonly GoldenReply[] {
  return JSON.parse(withoutHashes(brotliDecompressSync(readFileSync(FILE)).toString('utf8')));
}

/**
 * The text without the hashes in the names of the page's files: a change of the page changes no reply
 * to a question.
 */
export function withoutHashes(text: string): string {
  return text.replace(/-[A-Z0-9]{8}(?=\.(?:js|css|svg|png)\b)/g, '-HASH');
}

/** Records the replies that the service gives from now on. */
export function writeGoldenReplies(replies: readonly GoldenReply[]): void {
  writeFileSync(FILE, brotliCompressSync(JSON.stringify(replies)));
}

/** The first difference between two replies, with some text around it; null if they are the same. */
export function differenceOf(before: GoldenReply | undefined, now: GoldenReply): string | null {
  if (before === undefined) return 'new';
  const [one, other] = [JSON.stringify(before, null, 1), JSON.stringify(now, null, 1)];
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at++;
  const from = Math.max(0, at - 60);
  return `- ${one.slice(from, at + 140)}\n+ ${other.slice(from, at + 140)}`;
}
