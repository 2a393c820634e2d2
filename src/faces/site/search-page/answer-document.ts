import { escapeHtml } from '../../../core/escape-html.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { UNDETERMINED } from '../../../core/language.ts';
import type { Answer, Block } from '../../../core/terms.ts';
import { reportedProblem, type TroubledRequest } from '../../http/reported-problem.ts';
import { alertLine, documentEnd, documentHead, type Look, sourceList, statusLine } from './document.ts';
import type { DocumentWords } from './words.ts';

/** The question, and the request that asked it. */
export type Asked = { readonly text: string; readonly request: TroubledRequest };

/**
 * An answer as a document that grows and takes nothing back: the form, the sources, then each block of the
 * answer once it is closed. The first piece needs no event, so it is sent before the search ends. A failure
 * becomes a sentence at the end.
 */
export async function* answerDocument(
  events: AsyncGenerator<AnswerEvent>,
  { text, request }: Asked,
  look: Look,
): AsyncGenerator<string> {
  const { words } = look;
  yield documentHead(text, look) + statusLine(words.searching);
  const blocks = createClosedBlocks();
  let isOpen = false;
  try {
    for await (const event of events) {
      if (event.type === 'sources') {
        yield `${sourceList(event.sources, words)}${statusLine(words.writing)}${openArticle(event.language, words)}`;
        isOpen = true;
      }
      if (event.type === 'answer-block') {
        const html = blocks.add(event);
        if (html !== '') yield isOpen ? html : openArticle(UNDETERMINED, words) + html;
        isOpen ||= html !== '';
      }
      if (event.type === 'answer-end') {
        const rest = blocks.end(event.answer);
        yield (isOpen ? rest : openArticle(event.answer.language, words) + rest) +
          ending(event.answer, words);
      }
    }
  } catch (error) {
    const { message } = reportedProblem(error, request);
    yield `${isOpen ? '</article>\n' : ''}${alertLine(`${words.failed} ${message}`)}`;
  }
  yield documentEnd;
}

function openArticle(language: string, words: DocumentWords): string {
  const attribute = language === UNDETERMINED ? '' : ` lang="${escapeHtml(language)}"`;
  return `<article class="answer" dir="auto"${attribute} aria-label="${words.answer}">\n`;
}

function ending({ error }: Answer, words: DocumentWords): string {
  return `</article>\n${error === null ? '' : alertLine(error)}${statusLine(words.done)}`;
}

/** Returns the HTML of blocks that can no longer change, each once and in order. */
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
    /** The rest of an answer; empty if the answer was cut inside the HTML that was already sent. */
    end: ({ html }: Answer): string =>
      html.startsWith(given) ? withReachableTables(html.slice(given.length)) : '',
  };
}

/**
 * A wide table scrolls on its own, and must do so by keyboard as well. In the service's own HTML `<table` is
 * always a tag.
 */
function withReachableTables(html: string): string {
  return html.replaceAll('<table', '<table tabindex="0"');
}
