import { downloadFile } from '../browser/download-file.ts';
import { slugOf } from '../browser/slug.ts';
import { listedSources } from '../state/cited-sources.ts';
import { toCopyText } from '../state/copy-text.ts';
import type { ShownExchange } from '../state/state.ts';
import { toBibtex, toRis } from './bibliography.ts';
import { toDocument } from './to-document.ts';
import { withoutCitations } from './without-citations.ts';

/** The forms in which an answer can be taken along. */
export type SaveForm = 'markdown' | 'html' | 'print' | 'bibtex' | 'ris';

/** Saves the answer, or opens the browser's print dialog, in which it can be saved as PDF. */
export function save(form: SaveForm, exchange: ShownExchange, withCitations: boolean): void {
  if (form === 'print') {
    printPage(withCitations);
  } else {
    const { ending, type } = FILES[form];
    const name = slugOf(exchange.question).replace(/^part-/, '') || 'answer';
    downloadFile(`${name}.${ending}`, textOf[form](exchange, withCitations), type);
  }
}

type FileForm = Exclude<SaveForm, 'print'>;

const FILES: Readonly<Record<FileForm, { readonly ending: string; readonly type: string }>> = {
  markdown: { ending: 'md', type: 'text/markdown' },
  html: { ending: 'html', type: 'text/html' },
  bibtex: { ending: 'bib', type: 'application/x-bibtex' },
  ris: { ending: 'ris', type: 'application/x-research-info-systems' },
};

const textOf: Readonly<Record<FileForm, (exchange: ShownExchange, withCitations: boolean) => string>> = {
  markdown(exchange, withCitations) {
    const { question, answer } = exchange;
    const markdown = answer?.markdown ?? '';
    const sources = listedSources(exchange);
    return withCitations
      ? toCopyText(question, markdown, sources)
      : toCopyText(question, withoutCitations(markdown), sources, () => '-');
  },
  html(exchange, withCitations) {
    const { question, language, blocks } = exchange;
    const sources = listedSources(exchange);
    return toDocument({ question, html: blocks.join('\n'), language, sources, withCitations });
  },
  bibtex: (exchange) => toBibtex(listedSources(exchange)),
  ris: (exchange) => toRis(listedSources(exchange)),
};

function printPage(withCitations: boolean): void {
  const root = document.documentElement;
  root.classList.toggle('without-citations', !withCitations);
  addEventListener('afterprint', () => root.classList.remove('without-citations'), { once: true });
  print();
}
