import { lazy, memo } from '../browser/drawing.tsx';
import { setTrustedHtml } from '../browser/trusted-html.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';
import { hasBody, isStoppedText } from '../state/outcome.ts';
import { shownNumbers } from '../state/shown-sources.ts';
import { isInProgress, type OpenCard, type ShownExchange, type ShownState } from '../state/state.ts';

const AnswerTools = lazy((later) => later.AnswerTools);
const CodeBlocks = lazy((later) => later.CodeBlocks);
const Findings = lazy((later) => later.Findings);
const GoOn = lazy((later) => later.GoOn);
const FoldedPlan = lazy((later) => later.FoldedPlan);
const PagePicture = lazy((later) => later.PagePicture);
const Plan = lazy((later) => later.Plan, Placeholder);

type AnswerViewProps = { state: ShownState; card: OpenCard | null; commands: Commands };

/** The answer as it grows, block by block, with its actions. */
export function AnswerView({ state, card, commands }: AnswerViewProps) {
  const asking = isInProgress(state);
  const shown = hasBody(state);
  if (!asking && !shown) return null;
  return (
    <article class="answer" aria-labelledby="answer-title" aria-busy={asking}>
      <h2 id="answer-title" class="off-screen">
        {words.answer}
      </h2>
      {shown && state.isDeep && <FoldedPlan state={state} />}
      {shown && <AnswerText exchange={state} turn={state.thread.length} card={card} />}
      {!shown && (state.isDeep ? <Plan state={state} commands={commands} /> : <Placeholder />)}
      {shown && state.thread.length === 0 && <PagePicture exchange={state} />}
      {isStoppedText(state) && <GoOn commands={commands} />}
      {shown && <AnswerTools state={state} commands={commands} />}
      {shown && <CodeBlocks exchange={state} turn={state.thread.length} />}
      {shown && <Findings exchange={state} turn={state.thread.length} />}
    </article>
  );
}

function Placeholder() {
  return (
    <div class="placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

const CitationCard = lazy((later) => later.CitationCard);

type AnswerTextProps = { exchange: ShownExchange; turn: number; card: OpenCard | null };

/** The text of an answer, block by block, and the card of the current citation. */
export const AnswerText = memo(({ exchange, turn, card }: AnswerTextProps) => {
  const numbers = shownNumbers(exchange);
  const source =
    card?.turn === turn ? exchange.sources.find(({ index }) => index === card.source) : undefined;
  return (
    <div class="text" data-turn={turn}>
      <div class="blocks" dir="auto">
        {exchange.blocks.map((html, index) => (
          <AnswerBlock key={index} html={html} numbers={numbers} />
        ))}
      </div>
      {source && card && (
        <CitationCard
          source={source}
          number={numbers.get(source.index)}
          place={card.place}
          quote={exchange.quotes[card.place] ?? ''}
        />
      )}
    </div>
  );
});

/** A character that forbids a line break at its position (word joiner, Unicode TR 14). */
const JOINER = '\u2060';

/** The HTML that each element shows, so that closed blocks are not written again. */
const shownHtml = new WeakMap<Element, string>();

type AnswerBlockProps = { html: string; numbers: ReadonlyMap<number, number> };

/** One top-level block of the answer. */
function AnswerBlock({ html, numbers }: AnswerBlockProps) {
  return <div class="block" ref={(element) => fill(element, html, numbers)} />;
}

function fill(element: Element | null, html: string, numbers: AnswerBlockProps['numbers']) {
  if (element === null || shownHtml.get(element) === html) return;
  shownHtml.set(element, html);
  setTrustedHtml(element, html);
  openLinksElsewhere(element);
  tieCitations(element, numbers);
  frameTables(element);
}

/** The link opens in another tab, because following it must not lose the answer. */
function openLinksElsewhere(block: Element) {
  for (const link of block.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank';
    link.relList.add('noopener', 'noreferrer');
    // The title is removed, because the card shows more and the browser's tooltip would cover it.
    if (link.className === 'citation') link.removeAttribute('title');
  }
}

/** A citation shows only its number on this page, and stays on the line of the word before it. */
function tieCitations(block: Element, numbers: AnswerBlockProps['numbers']) {
  for (const link of block.querySelectorAll<HTMLElement>('a.citation')) {
    const source = link.textContent.replace(/\D/g, '');
    link.dataset.source = source;
    link.textContent = String(numbers.get(Number(source)) ?? source);
    const before = link.previousSibling;
    if (before instanceof Text) before.data = `${before.data.trimEnd()}${JOINER}`;
    else link.before(JOINER);
  }
}

/**
 * A wide table scrolls on its own, and by keyboard too, so that the page does not scroll sideways. The frame
 * takes over the table's direction: otherwise a table in Arabic would be at the left, where its text ends.
 */
function frameTables(block: Element) {
  for (const table of block.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'table-frame';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', words.table);
    frame.dir = table.matches(':dir(rtl)') ? 'rtl' : 'ltr';
    // A number with its unit keeps its order in a table of another direction.
    for (const cell of table.querySelectorAll<HTMLElement>('th, td')) cell.dir = 'auto';
    table.removeAttribute('dir');
    table.replaceWith(frame);
    frame.append(table);
  }
}
