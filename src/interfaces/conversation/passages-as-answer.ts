import { linkHostsOf, toPlainAddress, toPlainMarkdown } from '@sayso/markdown';
import { searchedForOf, slotOf } from '../../answer/decision.ts';
import type { CitationPosition } from '../../core/answer.ts';
import { timingOfFinding } from '../../core/budget.ts';
import type { Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Answerer } from '../../core/run.ts';
import type { Source } from '../../core/source.ts';
import { refuseFailed } from '../http/call-service.ts';

const NOTHING = 'The search found nothing for this question.';
const NOT_SEARCHED = 'This message asks for no facts, so nothing was searched.';
const BETWEEN = '\n\n';

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
    const { sources, language, searches, tokens: tokensUsed } = evidence;
    refuseFailed(searches);
    const isSearched = searches.some(({ words }) => words !== '');
    const text = isSearched ? toBlocks(sources).join(BETWEEN) || NOTHING : NOT_SEARCHED;
    const facts = { model: '', slot: slotOf(searches), tokensUsed, error: null, errorMissingInText: false };
    yield { type: 'answer-delta', text };
    yield { type: 'timing', timing: timingOfFinding(performance.now() - startedAtMs) };
    yield {
      type: 'answer-end',
      answer: {
        ...{ text, html: '', speech: '', sources, language },
        ...{ ...facts, searchedFor: searchedForOf(run.question, evidence) },
      },
    };
  };
}

/** Chat programs render the text as Markdown, so titles and passages must not be markup. */
function toBlocks(sources: readonly Source[]): readonly string[] {
  const hosts = linkHostsOf(sources);
  return sources.map(({ index, title, url, passages }) => {
    const text = passages.map((passage) => passage.text.trim()).join('\n…\n');
    const head = toPlainMarkdown(`[${index}] ${title.replace(/\s+/g, ' ').trim()}\n`, hosts);
    return head + toPlainAddress(url, hosts) + toPlainMarkdown(`\n\n${text}`, hosts);
  });
}

/** The places of the source numbers in the text of such an answer; each number stands above its passages. */
export function headingPlaces(_text: string, sources: readonly Source[]): readonly CitationPosition[] {
  let from = 0;
  return toBlocks(sources).map((block, at) => {
    const index = sources[at]?.index ?? 0;
    const place = { index, from, to: from + `[${index}]`.length };
    from += block.length + BETWEEN.length;
    return place;
  });
}
