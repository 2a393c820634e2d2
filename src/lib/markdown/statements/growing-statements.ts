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
  let base = 0;
  /** The beginning of a citation; without the rest of the citation, it would count as text. */
  let held = '';
  /** The statements of the open block that were returned. */
  let told = 0;

  function take(growth: Growth, isLast: boolean): readonly Statement[] {
    const closed = growth.closed.flatMap(({ tokens }) => [...tokens]);
    const all = statementsIn([...closed, ...growth.open], growth.text);
    const closedCount = growth.open.length === 0 ? all.length : statementsIn(closed, growth.text).length;
    const finished = isLast ? all.length : Math.max(closedCount, all.length - 1);
    const fresh = all.slice(told, Math.max(told, finished)).map((statement) => shifted(statement, base));
    told = Math.max(told, finished) - closedCount;
    base += offsetOfLine(growth.text, growth.openLine);
    return fresh;
  }

  return {
    push(text) {
      held += text;
      const complete = held.replace(OPEN_CITATION, '');
      held = held.slice(complete.length);
      return take(growing.push(complete), false);
    },
    end() {
      const rest = take(growing.push(held), false);
      return [...rest, ...take(growing.end(), true)];
    },
  };
}

function shifted(statement: Statement, by: number): Statement {
  return { ...statement, from: statement.from + by, to: statement.to + by };
}

function offsetOfLine(text: string, line: number): number {
  const lineBreak = /\r\n?|\n/g;
  for (let at = 0; at < line; at++) if (lineBreak.exec(text) === null) return text.length;
  return lineBreak.lastIndex;
}
