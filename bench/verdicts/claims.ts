import { createJudge } from '@sayso/verdicts';
import type { JudgedStatement } from '../../src/core/answer.ts';
import { readJsonLines } from '../json-lines.ts';

/** A claim that people judged, and the texts that it is said to be based on. */
type LabelledClaim = {
  readonly set: string;
  readonly text: string;
  readonly references: readonly string[];
  readonly isSupported: boolean;
};

const CITATION = /\s*\[\d+(?:,\s*\d+)*\]/g;
const LIST_NUMBER = /^\d+\. /;
const ADDRESS = /^\[\d+\]\s*https?:\S+/;

type Attributed = {
  readonly src_dataset: string;
  readonly attribution_label: string;
  readonly claim: string;
  readonly references: readonly string[];
};
type Wice = { readonly label: string; readonly claim: string; readonly evidence: readonly string[] };

/** The claims of AttributionBench and WiCE, in English, without their citation marks. */
export function readClaims(folder: string): readonly LabelledClaim[] {
  const attributed = ['public', 'public-ood'].flatMap((name) =>
    readJsonLines<Attributed>(`${folder}/attributionbench/${name}.jsonl.gz`).map((line) => ({
      set: line.src_dataset,
      isSupported: line.attribution_label === 'attributable',
      text: clean(line.claim),
      references: line.references.map((text) => text.replace(ADDRESS, '')),
    })),
  );
  const wice = readJsonLines<Wice>(`${folder}/wice/public.jsonl.gz`).map((line) => ({
    set: 'WiCE',
    isSupported: line.label === 'supported',
    text: clean(line.claim),
    references: [line.evidence.join('\n')],
  }));
  return [...attributed, ...wice];
}

function clean(claim: string): string {
  return claim.replace(CITATION, '').replace(LIST_NUMBER, '').trim();
}

/** The verdict on a claim from all its texts together. */
export function judgeClaim({
  text,
  references,
}: Pick<LabelledClaim, 'text' | 'references'>): Pick<JudgedStatement, 'verdict' | 'score'> {
  const passages = references.map((reference) => ({ text: reference, from: 0, to: reference.length }));
  const source = { index: 1, url: 'https://source.example/', title: '', snippet: '', passages };
  const statement = {
    text,
    from: 0,
    to: text.length,
    citations: [],
    citedAt: [],
    isHeading: false,
    cells: [],
  };
  return createJudge([source], 'en')(statement, 0);
}
