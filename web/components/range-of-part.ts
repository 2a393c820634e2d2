/** The first place of a text within a range, if it is within one text node; null otherwise. */
export function rangeOfPart(range: Range, part: string): Range | null {
  if (part === '') return null;
  const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    const at = node.data.indexOf(part, start);
    if (at < 0 || at + part.length > end) continue;
    const found = document.createRange();
    found.setStart(node, at);
    found.setEnd(node, at + part.length);
    return found;
  }
  return null;
}
