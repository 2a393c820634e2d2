import { createGrowingMarkdown, type Growth } from '../parse/growing-markdown.ts';
import { type Statement, statementsIn } from './statements.ts';

/** Splits growing Markdown into statements. */
export type GrowingStatements = {
  /** Adds more of the Markdown; returns the statements that are finished now, in order. */
  push(text: string): readonly Statement[];
  /** Ends the text; returns the remaining statements. */
  end(): readonly Statement[];
};

const OPEN_CITATION = /\[[^\]\n]{0,16}$/;

/**
 * A statement is finished when another one follows it, because a citation may come after the full stop.
 * Offsets count from the beginning of the text. A push takes time proportional to the length of the open
 * block. If later text turns a finished sentence into another element (a line of dashes below it makes it a
 * heading), the statement that was already returned stays as it was.
 */
export function createGrowingStatements(sourceCount: number): GrowingStatements {
  const growing = createGrowingMarkdown(sourceCount);
  /** The beginning of a citation; without the rest of the citation, it would count as text. */
  let openCitation = '';
  /** The offset of the first open block in the whole text. */
  let openBlockStart = 0;
  /** How many statements of the open blocks were returned. */
  let returnedCount = 0;

  /** The finished statements of the closed and the open blocks, except those returned before. */
  function takeFinished(growth: Growth, isLast: boolean): readonly Statement[] {
    const { closed, open, text } = growth;
    const closedTokens = closed.flatMap(({ tokens }) => [...tokens]);
    const statements = statementsIn([...closedTokens, ...open], text);
    const closedCount = open.length === 0 ? statements.length : statementsIn(closedTokens, text).length;
    const finishedCount = isLast ? statements.length : Math.max(closedCount, statements.length - 1);
    // Later text can join statements that were returned already, so that fewer are finished than before.
    const endOfNew = Math.max(returnedCount, finishedCount);
    const finished = statements.slice(returnedCount, endOfNew);
    const inWholeText = finished.map((statement) => moveBy(openBlockStart, statement));
    returnedCount = endOfNew - closedCount;
    openBlockStart += offsetOfLine(text, growth.openLine);
    return inWholeText;
  }

  return {
    push(text) {
      const all = openCitation + text;
      const complete = all.replace(OPEN_CITATION, '');
      openCitation = all.slice(complete.length);
      return takeFinished(growing.push(complete), false);
    },
    end() {
      const rest = takeFinished(growing.push(openCitation), false);
      return [...rest, ...takeFinished(growing.end(), true)];
    },
  };
}

function moveBy(chars: number, statement: Statement): Statement {
  return { ...statement, from: statement.from + chars, to: statement.to + chars };
}

/** The offset of a line, by its number from 0; the length of the text if it has fewer lines. */
function offsetOfLine(text: string, line: number): number {
  const lineBreak = /\r\n?|\n/g;
  for (let passed = 0; passed < line; passed++) if (lineBreak.exec(text) === null) return text.length;
  return lineBreak.lastIndex;
}
