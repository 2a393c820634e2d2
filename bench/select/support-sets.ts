import { readJsonLines } from './json-lines.ts';
import type { NewsPage } from './news-questions.ts';
import { flatten } from './plain-words.ts';
import type { Segment } from './segment.ts';

/** A claim with the page cited for it, and the sets of its sentences that each support the claim (WiCE). */
export type SupportedClaim = {
  readonly id: string;
  readonly claim: string;
  readonly page: NewsPage;
  readonly sets: readonly (readonly string[])[];
};

type Row = {
  readonly label: string;
  readonly claim: string;
  readonly evidence: readonly string[];
  readonly supporting_sentences: readonly (readonly number[])[];
  readonly meta: { readonly id: string; readonly claim_title: string };
};

/** The claims of a data folder (`wice/*.jsonl.gz`) that are supported at all. */
export function readSupportedClaims(folder: string): SupportedClaim[] {
  return readJsonLines<Row>(folder, 'wice', '(?!nonsupported)')
    .filter((row) => row.label !== 'not_supported')
    .map((row) => ({
      id: row.meta.id,
      claim: `${row.meta.claim_title}: ${row.claim}`,
      page: { url: `https://cited.example/${row.meta.id}`, title: '', text: row.evidence.join('\n\n') },
      sets: row.supporting_sentences
        .map((set) => set.map((at) => row.evidence[at] ?? ''))
        .filter((set) => set.length > 0),
    }))
    .filter(({ sets }) => sets.length > 0);
}

/** Whether the context contains one of the sets completely. */
export function holdsSupport({ sets }: SupportedClaim, segments: readonly Segment[]): boolean {
  const context = segments.map(({ text }) => ` ${flatten(text)} `);
  const all = ` ${context.join(' ').replace(/\s+/g, ' ').trim()} `;
  return sets.some((set) => set.every((sentence) => all.includes(` ${flatten(sentence)} `)));
}
