import { useLayoutEffect, useRef } from 'preact/hooks';
import { setTrustedHtml } from '../trusted-html.ts';
import { words } from '../words.ts';

/** One top-level block of the answer. Set again only when its HTML has changed: closed blocks are never touched. */
export function AnswerBlock({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    setTrustedHtml(element.current, html);
    openLinksElsewhere(element.current);
    frameTables(element.current);
  }, [html]);
  return <div class="block" ref={element} />;
}

/** Following a link must not cost the answer that led to it. */
function openLinksElsewhere(block: Element) {
  for (const link of block.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank';
    link.relList.add('noopener', 'noreferrer');
  }
}

/** A wide table scrolls by itself, also by keyboard, instead of making the page scroll sideways. */
function frameTables(block: Element) {
  for (const table of block.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'table-frame';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'region');
    frame.setAttribute('aria-label', words.table);
    table.replaceWith(frame);
    frame.append(table);
  }
}
