/**
 * Removes the quotation marks around each quote of an answer that consists of quotes: there, all text is one.
 * Call it before the citations change.
 */
export function dropQuotationMarks(block: Element): void {
  for (const citation of block.querySelectorAll('a.citation')) {
    const quote = citation.parentElement;
    const [first, last] = [quote?.firstChild, citation.previousSibling];
    if (!(first instanceof Text && last instanceof Text)) continue;
    if (!first.data.startsWith('“') || !last.data.trimEnd().endsWith('”')) continue;
    last.data = last.data.trimEnd().slice(0, -1);
    first.data = first.data.slice(1);
  }
}
