import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalRecord } from '../grading/eval-record.ts';
import { readPlan, readRecords } from '../running/run-folder.ts';
import type { TokenPrices } from '../running/spending.ts';
import { toSections } from './sections.ts';
import { type EvalSummary, summarise } from './summary.ts';
import { type ShownMiss, toReportHtml, toShownMiss } from './to-html.ts';
import { toReportMarkdown } from './to-markdown.ts';

/** The wrong answers that the report shows. */
const MAX_MISSES = 300;

/**
 * Writes `report.md`, `report.json` and `report.html` into the folder of a run, from the answers in it.
 * Memory does not grow with the texts of the answers.
 */
export async function writeReport(
  path: string,
  prices: TokenPrices,
): Promise<{ readonly summary: EvalSummary; readonly markdown: string }> {
  const plan = readPlan(path);
  const records: EvalRecord[] = [];
  const misses: ShownMiss[] = [];
  for await (const record of readRecords(path)) {
    const miss = misses.length < MAX_MISSES ? toShownMiss(record) : null;
    if (miss !== null) misses.push(miss);
    records.push({ ...record, text: '', question: '', answers: [] });
  }
  const summary = summarise(records, prices);
  const sections = toSections(plan, summary);
  const title = `Answers to ${plan.set}`;
  const markdown = toReportMarkdown(title, sections);
  const files = {
    'report.md': markdown,
    'report.json': `${JSON.stringify({ plan, summary }, null, 2)}\n`,
    'report.html': toReportHtml(title, sections, misses),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { summary, markdown };
}
