import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { EvalRecord } from '../grading/eval-record.ts';
import type { ReportSection } from './sections.ts';
import { failedStepOf, gradeOf } from './summary.ts';

/** A question whose answer is not correct, as the report shows it. */
export type ShownMiss = {
  readonly id: string;
  readonly question: string;
  readonly expected: string;
  readonly text: string;
  /** Its grade, or that it failed, and the step at which the answer was lost. */
  readonly outcome: string;
};

const MAX_SHOWN_CHARS = 600;

const STYLE = `
:root { color-scheme: light dark; --line: #8a94a0; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
body { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; }
th, td { padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
blockquote { white-space: pre-wrap; }
`;

/** What the report shows of a question; null if its answer is correct, or was rightly declined. */
export function toShownMiss(record: EvalRecord): ShownMiss | null {
  const { id, question, answers, text, failure, isAnswerable } = record;
  const grade = failure === null ? gradeOf(record) : undefined;
  if (grade === (isAnswerable ? 'correct' : 'not-attempted')) return null;
  const step = failedStepOf(record);
  const outcome = grade ?? `failed: ${failure}`;
  return {
    id,
    question,
    expected: isAnswerable ? answers.join(' / ') : 'no answer',
    text: text.slice(0, MAX_SHOWN_CHARS).toWellFormed(),
    outcome: step === null ? outcome : `${outcome}, lost in ${step}`,
  };
}

/** A report as one HTML document that needs no other file and no script. */
export function toReportHtml(
  title: string,
  sections: readonly ReportSection[],
  misses: readonly ShownMiss[],
): string {
  const shown =
    misses.length === 0
      ? ''
      : `<section><h2>Answers that are not correct</h2>${misses.map(toMiss).join('')}</section>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${sections.map(toPart).join('\n')}
${shown}
</main>
</body>
</html>
`;
}

function toPart({ title, note, columns, rows }: ReportSection): string {
  const head = columns.map((name) =>
    name === '' ? '<td></td>' : `<th scope="col">${escapeHtml(name)}</th>`,
  );
  const body = rows.map(([heading = '', ...cells]) => {
    const values = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(heading)}</th>${values}</tr>`;
  });
  const remark = note === '' ? '' : `<p>${escapeHtml(note)}</p>`;
  const table = `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<section><h2>${escapeHtml(title)}</h2>${remark}${table}</section>`;
}

function toMiss({ question, expected, text, outcome }: ShownMiss): string {
  const answer = text === '' ? '' : `<blockquote>${escapeHtml(text)}</blockquote>`;
  const facts = `<p>Expected: ${escapeHtml(expected)}. Result: ${escapeHtml(outcome)}.</p>`;
  return `<details><summary>${escapeHtml(question)}</summary>${facts}${answer}</details>`;
}
