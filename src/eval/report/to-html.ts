import { escapeHtml } from '../../lib/text/escape-html.ts';
import type { EvalRecord } from '../grading/eval-record.ts';
import type { ReportBar, ReportSection } from './sections.ts';
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
const BAR = { width: 600, height: 14, step: 44 } as const;

const STYLE = `
:root { color-scheme: light dark; --bar: #2b6cb0; --track: #d6dde5; --mark: #1a202c; }
@media (prefers-color-scheme: dark) { :root { --bar: #7fb3e8; --track: #3a4350; --mark: #f0f4f8; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; }
th, td { padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--track); }
th { font-weight: 600; }
svg { display: block; width: 100%; max-width: ${BAR.width}px; height: auto; margin: 1rem 0; }
line { stroke: var(--mark); stroke-width: 3; }
text { fill: currentColor; font: 14px system-ui, sans-serif; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--track); }
blockquote { white-space: pre-wrap; overflow-wrap: anywhere; }
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

function toPart({ title, note, columns, rows, bars }: ReportSection): string {
  const head = columns.map((name) =>
    name === '' ? '<td></td>' : `<th scope="col">${escapeHtml(name)}</th>`,
  );
  const body = rows.map(([heading = '', ...cells]) => {
    const values = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(heading)}</th>${values}</tr>`;
  });
  const plot = bars.length === 0 ? '' : toPlot(title, bars);
  const remark = note === '' ? '' : `<p>${escapeHtml(note)}</p>`;
  const table = `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<section><h2>${escapeHtml(title)}</h2>${remark}${plot}${table}</section>`;
}

/** Horizontal bars from 0 to 100 %, with a line for the interval. The table has the same figures. */
function toPlot(title: string, bars: readonly ReportBar[]): string {
  const drawn = bars.map(({ label, value, lower, upper }, at) => {
    const [top, middle] = [at * BAR.step + 20, at * BAR.step + 20 + BAR.height / 2];
    const x = (share: number) => (share * BAR.width).toFixed(1);
    const interval =
      lower === undefined || upper === undefined
        ? ''
        : `<line x1="${x(lower)}" x2="${x(upper)}" y1="${middle}" y2="${middle}"/>`;
    const size = `y="${top}" height="${BAR.height}"`;
    return (
      `<text x="0" y="${top - 5}">${escapeHtml(label)}: ${(100 * value).toFixed(1)} %</text>` +
      `<rect x="0" ${size} width="${BAR.width}" fill="var(--track)"/>` +
      `<rect x="0" ${size} width="${x(value)}" fill="var(--bar)"/>${interval}`
    );
  });
  const name = escapeHtml(`${title}: bars of the shares in the table below`);
  const box = `0 0 ${BAR.width} ${bars.length * BAR.step}`;
  return `<svg viewBox="${box}" role="img" aria-label="${name}">${drawn.join('')}</svg>`;
}

function toMiss({ question, expected, text, outcome }: ShownMiss): string {
  const answer = text === '' ? '' : `<blockquote>${escapeHtml(text)}</blockquote>`;
  const facts = `<p>Expected: ${escapeHtml(expected)}. Result: ${escapeHtml(outcome)}.</p>`;
  return `<details><summary>${escapeHtml(question)}</summary>${facts}${answer}</details>`;
}
