import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import { type Receipt as Counts, toReceipt, toTimeShares } from '../state/receipt.ts';
import type { ShownExchange } from '../state/state.ts';
import { memo } from './memo.ts';
import { StepList } from './step-list.tsx';

/** One line that says what the answer took; it opens to the steps and to where the time went. */
export const Receipt = memo(({ exchange }: { exchange: ShownExchange }) => {
  const line = toLine(toReceipt(exchange), exchange.totalMs);
  if (line === '') return null;
  return (
    <details class="receipt">
      <summary>
        <bdi>{line}</bdi>
      </summary>
      <Times exchange={exchange} />
      <StepList steps={exchange.steps} question={exchange.question} />
    </details>
  );
});

/** The parts that are known, from what was searched to how long it took. */
function toLine({ searches, pages, words: count, model, tokens }: Counts, totalMs: number | null): string {
  const { receipt } = asideWords;
  const parts = [
    searches > 0 ? words.counted(receipt.searches, searches) : '',
    pages > 0 ? words.counted(receipt.pages, pages) : '',
    model === 'instant' ? receipt.computed : '',
    model === 'extractive' ? words.counted(receipt.quoted, count) : '',
    isModel(model) && count > 0 ? words.counted(receipt.written, count, { model }) : '',
    tokens > 0 ? words.counted(receipt.tokens, tokens) : '',
    totalMs === null ? '' : words.duration(totalMs),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function isModel(name: string): boolean {
  return name !== '' && name !== 'instant' && name !== 'extractive';
}

/** A bar for each step, at its place in the whole time. */
function Times({ exchange }: { exchange: ShownExchange }) {
  const { timeTitle, timeParts } = asideWords.receipt;
  const shares = toTimeShares(exchange);
  if (shares.length === 0) return null;
  return (
    <ul class="time-bars" aria-label={timeTitle}>
      {shares.map(({ part, ms, start, share }) => (
        <li key={part}>
          <span>{timeParts[part]}</span>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <rect x={start} width={share} height="1" />
          </svg>
          <span>{words.duration(ms)}</span>
        </li>
      ))}
    </ul>
  );
}
