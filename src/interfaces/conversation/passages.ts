import { linkHostsOf, toPlainAddress, toPlainMarkdown } from '@sayso/markdown';
import { searchedForOf, slotOf } from '../../answer/decision.ts';
import type { Answer, CitationPosition } from '../../core/answer.ts';
import { timingOfFinding } from '../../core/budget.ts';
import type { Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import type { Answerer } from '../../core/run.ts';
import type { Source } from '../../core/source.ts';
import { refuseFailed } from '../http/call-service.ts';

/** An answerer whose text is the passages with number, title and address. Needs no model. */
export function passagesAsAnswer(gather: Answerer): Answerer {
  return async function* passages(run) {
    const startedAtMs = performance.now();
    let evidence: Evidence | null = null;
    for await (const event of gather(run)) {
      yield event;
      if (event.type === 'gather-end') ({ evidence } = event);
    }
    if (evidence === null) throw new Failure('internal', 'The gathering never ended.');
    refuseFailed(evidence.searches);
    const text = isSearched(evidence) ? toPassageText(evidence.sources) : NOT_SEARCHED;
    yield { type: 'answer-delta', text };
    yield { type: 'timing', timing: timingOfFinding(performance.now() - startedAtMs) };
    yield {
      type: 'answer-end',
      answer: { ...toAnswer(evidence, text), ...searchedForOf(run.question, evidence) },
    };
  };
}

const NOTHING = 'The search found nothing for this question.';
const NOT_SEARCHED = 'This message asks for no facts, so nothing was searched.';

function isSearched({ searches }: Evidence): boolean {
  return searches.some(({ words }) => words !== '');
}

/** The passages as one text; the number before each source is its citation. */
function toPassageText(sources: readonly Source[]): string {
  return sources.length === 0 ? NOTHING : toBlocks(sources).join(BETWEEN);
}

const BETWEEN = '\n\n';

/** Chat programs render the text as Markdown, so titles and passages must not be markup. */
function toBlocks(sources: readonly Source[]): readonly string[] {
  const hosts = linkHostsOf('sources', sources);
  return sources.map(({ index, title, url, passages }) => {
    const text = passages.map((passage) => passage.text.trim()).join('\n…\n');
    const head = toPlainMarkdown(`[${index}] ${withoutBreaks(title)}\n`, hosts);
    return head + toPlainAddress(url, hosts) + toPlainMarkdown(`\n\n${text}`, hosts);
  });
}

/** The places of the source numbers in the text of such an answer; each number stands above its passages. */
export function headingPositions(_text: string, sources: readonly Source[]): readonly CitationPosition[] {
  let from = 0;
  return toBlocks(sources).map((block, at) => {
    const index = sources[at]?.index ?? 0;
    const place = { index, from, to: from + `[${index}]`.length };
    from += block.length + BETWEEN.length;
    return place;
  });
}

function withoutBreaks(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

function toAnswer({ sources, language, searches, tokens }: Evidence, text: string): Answer {
  const forms = { text, html: '', speech: '' };
  const report = {
    model: '',
    slot: slotOf(searches),
    tokensUsed: tokens,
    error: null,
    errorMissingInText: false,
  };
  return { ...forms, sources, language, ...report };
}

/** The question without wishes for style and form, which mean nothing for passages alone. */
export function forPassages({ style: _style, data: _data, ...question }: Question): Question {
  return question;
}
