import {
  type Block,
  createMarkedBlockRenderer,
  loadFormulas,
  readMarkdown,
  toStatements,
} from '@sayso/markdown';
import { type AskScript, streamEvents } from './scripted-service.ts';

/** The sources of the long answer. */
export const longSources = [
  {
    index: 1,
    title: 'Write-ahead logging',
    url: 'https://db.test/wal',
    snippet: 'The log is written before the data.',
    basis: 'page',
    date: '2024-05-12',
    site: 'Database Notes',
  },
  {
    index: 2,
    title: 'Checkpoints and recovery: what happens after a crash {and why}',
    url: 'https://recovery.test/checkpoints?a=1&b=2',
    snippet: 'Recovery begins at the last checkpoint.',
    basis: 'snippet',
  },
  { index: 3, title: 'Log-structured storage', url: 'https://lsm.test/', snippet: 'Not cited.' },
];

/** An answer as models write it: headings, a table, code, a formula, lists and many sentences. */
export const longMarkdown = [
  'A database survives a crash because it **writes a log before the data** [1]. After a crash it reads ' +
    'the log from the last checkpoint and repeats what was committed [2].',
  '## How the log works',
  'Every change is first appended to the log and flushed to the disk [1]. Only then may the page of data ' +
    'be written, in any order and at any time. A transaction counts as committed once its record is on disk.',
  '1. The change is described in a record.\n2. The record is flushed [1].\n3. The page is written later.',
  '## What it costs',
  'With a flush of $t$ milliseconds, one connection commits at most',
  '$$n = \\frac{1000}{t}$$',
  'transactions per second. Group commit shares a flush among connections [2].',
  '| Disk | Flush (ms) | Commits per second |\n|---|---:|---:|\n| hard disk | 8.3 | 120 |\n' +
    '| flash | 0.1 | 10000 |\n| with battery | 0.02 | 50000 |',
  '### In SQL',
  '```sql\n-- safe, but slower\nSET synchronous_commit = on;\nSELECT pg_current_wal_lsn() AS place, 42;\n```',
  '## How recovery works',
  'Recovery begins at the last checkpoint and ends after nine seconds [2]. It never needs a second log. ' +
    'Pages that are newer than their record are left alone.',
  '- **Redo** repeats what was committed [2].\n- **Undo** takes back what was not.',
].join('\n\n');

const verdicts = [
  {
    text: 'Recovery begins at the last checkpoint and ends after nine seconds.',
    verdict: 'differs',
    quotes: [{ source: 2, quote: 'Recovery ends after four seconds.' }],
    difference: { kind: 'number', stated: 'nine seconds', found: { source: 2, quote: 'four seconds' } },
  },
  { text: 'It never needs a second log.', verdict: 'not-found', quotes: [] },
  {
    text: 'Every change is first appended to the log and flushed to the disk.',
    verdict: 'supported',
    quotes: [],
  },
];

/** A block of an answer as an event of its stream. */
function toBlockEvent(block: Block): [string, object] {
  return ['marked-block', block];
}

/** The verdicts, each with the number of its statement. */
function statementEvents(): [string, object][] {
  const all = toStatements(longMarkdown, longSources.length);
  return verdicts.map((verdict) => [
    'statement',
    { index: all.findIndex(({ text }) => text === verdict.text), ...verdict },
  ]);
}

/** Streams the long answer, with `fields` changed in its end. */
export async function longAnswer(fields: object = {}): Promise<AskScript> {
  await loadFormulas();
  const { html } = readMarkdown(longMarkdown, { sources: longSources });
  return (response) => {
    const blocks = createMarkedBlockRenderer(longSources);
    streamEvents(
      response,
      ['sources', { sources: longSources, language: 'en' }],
      ...[...blocks.push(longMarkdown), ...blocks.end()].map(toBlockEvent),
      ...statementEvents(),
    );
    const end = { answer: longMarkdown, html_answer: html, sources: longSources, tokens_used: 1, model: 'm' };
    streamEvents(response, ['timing', { total_ms: 2400 }], ['answer-end', { ...end, ...fields }]);
    response.end();
  };
}
