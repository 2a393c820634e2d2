import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Source } from '../../src/core/source.ts';
import type { JudgedStatement } from '../../src/core/verdict.ts';
import type { Statement } from '../../src/lib/markdown/index.ts';
import { toClaim } from '../../src/lib/verdicts/claim.ts';
import { closestSentences } from '../../src/lib/verdicts/closest-sentences.ts';
import { disagreementOf } from '../../src/lib/verdicts/differences.ts';
import { createJudge } from '../../src/lib/verdicts/judge.ts';
import { type Measures, measure } from '../../src/lib/verdicts/measures.ts';
import { indexSource } from '../../src/lib/verdicts/source-index.ts';

/** A claim and the texts that it is said to be based on. */
export type Claim = {
  readonly text: string;
  readonly references: readonly string[];
  /** The language of the claim; English if absent. */
  readonly language?: string;
};
/** A claim that people judged. */
export type LabelledClaim = Claim & {
  readonly id: string;
  readonly set: string;
  /** The question or article that it belongs to. */
  readonly topic: string;
  readonly isSupported: boolean;
};
/** The verdict on a claim. */
export type JudgedClaim = Pick<JudgedStatement, 'verdict' | 'score' | 'quotes'>;

const CITATION = /\s*\[\d+(?:,\s*\d+)*\]/g;
const LIST_NUMBER = /^\d+\. /;
const ADDRESS = /^\[\d+\]\s*https?:\S+/;

/** The claims of AttributionBench and WiCE, without their citation marks. */
export function readClaims(folder: string): readonly LabelledClaim[] {
  const attributed = ['public', 'public-ood'].flatMap((name) =>
    readGzippedLines(`${folder}/attributionbench/${name}.jsonl.gz`).map((line) => ({
      id: String(line.id),
      set: String(line.src_dataset),
      topic: String(line.question),
      isSupported: line.attribution_label === 'attributable',
      text: clean(String(line.claim)),
      references: texts(line.references).map((text) => text.replace(ADDRESS, '')),
    })),
  );
  const wice = readGzippedLines(`${folder}/wice/public.jsonl.gz`).map((line, at) => ({
    id: `wice ${at}`,
    set: 'WiCE',
    topic: String((line.meta as Record<string, unknown> | undefined)?.claim_title),
    isSupported: line.label === 'supported',
    text: clean(String(line.claim)),
    references: [texts(line.evidence).join('\n')],
  }));
  return [...attributed, ...wice];
}

/** The measures of a claim. */
export function measuresOf({ text, references }: Claim): Measures {
  const source = indexSource(sourceOf(references, 1), 'en');
  const claim = toClaim(text, 'en');
  const closest = closestSentences(claim, source);
  return measure(claim, source, { closest, disagreement: disagreementOf(claim, source, closest) });
}

/** The verdict on a claim from all its texts together. */
export function judgeClaimBy({ text, references, language = 'en' }: Claim): JudgedClaim {
  return createJudge([sourceOf(references, 1)], language)(toStatement(text), 0);
}

/** A statement without citations. */
export function toStatement(text: string): Statement {
  return { text, from: 0, to: text.length, citations: [], citedAt: [], isHeading: false, cells: [] };
}

/** A source whose passages are these texts. */
export function sourceOf(references: readonly string[], index: number): Source {
  const passages = references.map((text) => ({ text, from: 0, to: text.length }));
  return { index, url: 'https://source.example/', title: '', snippet: '', passages };
}

/** The objects of a packed file with one JSON object a line. */
export function readGzippedLines(path: string): readonly Record<string, unknown>[] {
  return gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function clean(claim: string): string {
  return claim.replace(CITATION, '').replace(LIST_NUMBER, '').trim();
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
