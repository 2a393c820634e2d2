import type { SourceQuote } from '@sayso/verdicts';
import { judgeStatements } from '../../answer/add-statements.ts';
import type { CitationPosition, JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import type { FindQuotes } from './url-citations.ts';

/** The events of an answer, and a function that finds the citations in its text. */
export type Citing = { readonly events: AsyncGenerator<AnswerEvent>; readonly findPlaces: FindQuotes };

/** The events, and the function that finds quotes from the sources once the answer has ended. */
export function quoting({ events, findPlaces }: Citing, judge = judgeStatements): Citing {
  let statements: readonly JudgedStatement[] | null = null;
  return {
    events: judged(),
    findPlaces(text, sources) {
      const judgedStatements = statements;
      if (judgedStatements === null) return [];
      return findPlaces(text, sources).map((place) => {
        const quote = quoteFor(place, judgedStatements);
        return quote === undefined ? place : { ...place, quote };
      });
    },
  };

  async function* judged(): AsyncGenerator<AnswerEvent> {
    for await (const event of events) {
      if (event.type === 'answer-end') statements = await judge(event.answer);
      yield event;
    }
  }
}

/** The passage of the cited source that best supports the statement before a citation. */
function quoteFor(
  { index, from }: CitationPosition,
  statements: readonly JudgedStatement[],
): SourceQuote | undefined {
  const statement = statements.findLast((each) => each.from <= from);
  return statement?.quotes.find(({ source }) => source === index);
}
