import { readJsonLines } from '../text/json-lines.ts';

/** A prompt that a model can answer; `prompt` is its digest, which the kept reply names. */
export type OpenPrompt = {
  readonly id: string;
  readonly prompt: string;
  readonly system: string;
  readonly user: string;
};

/** The replies of a file with lines `{prompt, reply}`, by the digest of the prompt that was answered. */
export function readReplies(file: string): ReadonlyMap<string, string> {
  const lines = readJsonLines<{ readonly prompt: string; readonly reply: string }>(file);
  return new Map(lines.map(({ prompt, reply }) => [prompt, reply]));
}

/** Says which answers the figures leave out because their prompts changed since they were answered. */
export function reportOpen(open: readonly { readonly id: string }[], promptCount: number): void {
  const ids = open.map(({ id }) => id).join(', ');
  if (open.length > 0)
    console.log(`${open.length} of ${promptCount} prompts have no reply; left out: ${ids}`);
}
