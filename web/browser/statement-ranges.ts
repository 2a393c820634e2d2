/**
 * The parts of a statement in the answer of that exchange, as the service marked them; empty if it is not
 * shown. There are several if it has citations or emphasis inside.
 */
export function statementRanges(turn: number, statement: number): readonly Range[] {
  const selector = `[data-turn="${turn}"] [data-statement="${statement}"]`;
  return Array.from(document.querySelectorAll(selector), rangeOf);
}

/** The place of `part`, a piece of the statement's text, if it has no markup inside; null otherwise. */
export function partOfStatement(ranges: readonly Range[], part: string): Range | null {
  if (part === '') return null;
  for (const { startContainer } of ranges)
    for (const node of textsIn(startContainer)) {
      const at = node.data.indexOf(part);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      return range;
    }
  return null;
}

function rangeOf(span: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(span);
  return range;
}

function textsIn(span: Node): readonly Text[] {
  return Array.from(span.childNodes).filter((node) => node instanceof Text);
}
