import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalRecord } from '../grading/eval-record.ts';
import { readPlan, readRecords } from '../running/run-folder.ts';
import type { TokenPrices } from '../running/spending.ts';
import { type EvalJudge, toSections } from './sections.ts';
import { type EvalSummary, summarise } from './summary.ts';
import { type ShownMiss, toReportHtml, toShownMiss } from './to-html.ts';
import { toReportMarkdown } from './to-markdown.ts';

/** The wrong answers that the report shows. */
const MAX_MISSES = 300;

/** Writes `report.md`, `report.json` and `report.html` into the folder of a run, from its answers. */
export async function writeReport(
  path: string,
  { prices, judge }: { readonly prices: TokenPrices; readonly judge: EvalJudge },
): Promise<{ readonly summary: EvalSummary; readonly markdown: string }> {
  const plan = readPlan(path);
  const records: EvalRecord[] = [];
  const misses: ShownMiss[] = [];
  for await (const record of readRecords(path)) {
    const miss = toShownMiss(record);
    if (miss !== null) misses.push(miss);
    records.push({ ...record, text: '', question: '', answers: [] });
  }
  const summary = summarise(records, prices);
  const sections = toSections(plan, summary, judge);
  const shown = misses.toSorted(byId).slice(0, MAX_MISSES);
  const title = `Answers to ${plan.set}`;
  const markdown = toReportMarkdown(title, sections);
  const files = {
    'report.md': markdown,
    'report.json': `${JSON.stringify({ plan, summary }, null, 2)}\n`,
    'report.html': toReportHtml(title, sections, shown),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { summary, markdown };
}

function byId(one: ShownMiss, other: ShownMiss): number {
  return one.id.localeCompare(other.id, 'en', { numeric: true });
}
