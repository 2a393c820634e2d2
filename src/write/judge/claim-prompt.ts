import type { Source } from '../../core/source.ts';
import { collapse } from '../../lib/text/text.ts';
import type { Prompt } from '../../models/prompt.ts';
import { defuse } from '../defuse.ts';

/**
 * The prompt of a model that was trained on documents and claims (`bespoke-minicheck`), in the form that its
 * model card gives. The texts of all sources are the document.
 */
export function toClaimPrompt(sources: readonly Source[], claim: string): Prompt {
  const passages = sources.flatMap((source) => source.passages.map(({ text }) => collapse(defuse(text))));
  return { system: '', user: `Document: ${passages.join(' ')}\nClaim: ${collapse(defuse(claim))}` };
}
