import { readJsonLines } from './json-lines.ts';
import type { SetQuestion } from './question-set.ts';

type Row = {
  readonly label: string;
  readonly claim: string;
  readonly evidence: readonly string[];
  readonly supporting_sentences: readonly (readonly number[])[];
  readonly meta: { readonly id: string; readonly claim_title: string };
};

/**
 * The claims of a data folder (WiCE, `wice/*.jsonl.gz`) that are supported at all, asked with the title of
 * their article, each with the page cited for it and the sets of its sentences that each support the claim.
 */
export function readClaims(folder: string): SetQuestion[] {
  return readJsonLines<Row>(folder, 'wice', '(?!nonsupported)')
    .filter((row) => row.label !== 'not_supported')
    .map((row) => ({
      id: row.meta.id,
      lang: 'en',
      question: `${row.meta.claim_title}: ${row.claim}`,
      answers: [],
      choices: [],
      support: row.supporting_sentences
        .map((set) => set.map((at) => row.evidence[at] ?? ''))
        .filter((set) => set.length > 0),
      pages: [{ url: `https://cited.example/${row.meta.id}`, title: '', text: row.evidence.join('\n\n') }],
    }))
    .filter(({ support }) => support.length > 0);
}
