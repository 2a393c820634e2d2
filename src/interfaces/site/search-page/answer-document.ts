import type { Answer, Block } from '../../../core/answer.ts';
import type { AnswerEvent, EventTransform } from '../../../core/events.ts';
import { escapeHtml } from '../../../lib/text/escape-html.ts';
import { UNDETERMINED } from '../../../lib/text/language.ts';
import type { StreamFormat } from '../../http/stream.ts';
import {
  alertLine,
  type DocumentLook,
  documentEnd,
  documentHead,
  sourceList,
  statusLine,
} from './document.ts';
import type { DocumentWords } from './words.ts';

/**
 * The answer to a question as a document that is sent in pieces and never changed afterwards: the form, the
 * sources, then each block of the answer once it is closed. The first piece needs no event, so it is sent
 * before the search ends. A failure becomes a sentence at the end.
 */
export function answerDocument(
  question: string,
  inBlocks: EventTransform,
  look: DocumentLook,
): StreamFormat<AnswerEvent> {
  const { words } = look;
  const blocks = createClosedBlocks();
  let isOpen = false;
  const inArticle = (html: string, language: string) => {
    const opened = isOpen ? html : openArticle(language, words) + html;
    isOpen = true;
    return opened;
  };
  const pieceOf = (event: AnswerEvent) => {
    if (event.type === 'sources')
      return sourceList(event.sources, words) + statusLine(words.writing) + inArticle('', event.language);
    if (event.type === 'answer-block') {
      const html = blocks.add(event);
      return html === '' ? '' : inArticle(html, UNDETERMINED);
    }
    if (event.type !== 'answer-end') return '';
    return inArticle(blocks.end(event.answer), event.answer.language) + ending(event.answer, words);
  };
  return {
    start: documentHead(question, look) + statusLine(words.searching),
    frame: (event) => Array.from(inBlocks(event), pieceOf).join(''),
    failure: ({ message }) => `${isOpen ? '</article>\n' : ''}${alertLine(`${words.failed} ${message}`)}`,
    end: documentEnd,
  };
}

function openArticle(language: string, words: DocumentWords): string {
  const attribute = language === UNDETERMINED ? '' : ` lang="${escapeHtml(language)}"`;
  return `<article class="answer" dir="auto"${attribute} aria-label="${words.answer}">\n`;
}

function ending({ error }: Answer, words: DocumentWords): string {
  return `</article>\n${error === null ? '' : alertLine(error)}${statusLine(words.done)}`;
}

/** Returns the HTML of blocks that can no longer change, each one once and in order. */
function createClosedBlocks() {
  let open: Block | null = null;
  let given = '';
  const give = (html: string): string => {
    given += html;
    return withReachableTables(html);
  };
  return {
    /** A block is closed when one with a higher index arrives. */
    add(block: Block): string {
      const closed = open !== null && block.index > open.index ? give(open.html) : '';
      if (open === null || block.index >= open.index) open = block;
      return closed;
    },
    /** The rest of an answer; empty if the answer was cut off inside the HTML that was already sent. */
    end: ({ html }: Answer): string =>
      html.startsWith(given) ? withReachableTables(html.slice(given.length)) : '',
  };
}

/**
 * A wide table scrolls on its own, and this must also work with the keyboard. In the service's own HTML
 * `<table` is always a tag.
 */
function withReachableTables(html: string): string {
  return html.replaceAll('<table', '<table tabindex="0"');
}
