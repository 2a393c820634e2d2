const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * The parts of a statement in the answer of that exchange, as the service marked them; empty if it is not
 * shown. There are several if it has citations or emphasis inside. Lone punctuation is left out.
 */
export function statementSpans(turn: number, statement: number): readonly Element[] {
  const selector = `[data-turn="${turn}"] [data-statement="${statement}"]`;
  return Array.from(document.querySelectorAll(selector)).filter(({ textContent }) =>
    HAS_WORD.test(textContent),
  );
}

/** The whole text of an element. */
export function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** The place of `part`, a piece of the statement's text, if it has no markup inside; null otherwise. */
export function partOfStatement(spans: readonly Element[], part: string): Range | null {
  if (part === '') return null;
  for (const node of spans.flatMap(({ childNodes }) => [...childNodes])) {
    const at = node instanceof Text ? node.data.indexOf(part) : -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + part.length);
    return range;
  }
  return null;
}
