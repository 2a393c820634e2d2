import { type AskScript, streamEvents } from './scripted-service.ts';

/** A word too long for any line. */
export const longWord =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

const longUrl = `https://example.org/${'a-path-without-an-end'.repeat(8)}?q=1`;
const times = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));
const cite = (index: number) => `<a class="citation" href="https://a.test/${index}">[${index}]</a>`;

/** Wraps `inner` into this number of elements. */
function nested(depth: number, open: string, close: string, inner: string): string {
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
}

const row = (cell: string, text: (at: number) => string) =>
  `<tr>${times(14, (at) => `<${cell}>${text(at)}</${cell}>`).join('')}</tr>`;

const blocks: readonly string[] = [
  `<h2>${longWord}</h2>`,
  `<p>${longWord} ${times(30, (at) => cite((at % 2) + 1)).join('')}</p>`,
  `<p><a href="${longUrl}">${longUrl}</a> and <code>${'x'.repeat(300)}</code></p>`,
  `<table><thead>${row('th', (at) => `Column ${at}`)}</thead><tbody>` +
    `${times(30, () => row('td', (at) => (at % 3 === 0 ? longWord : 'value'))).join('')}</tbody></table>`,
  `<pre><code>${`const ${'y'.repeat(200)} = 1;\n`.repeat(30)}</code></pre>`,
  nested(20, '<blockquote>', '</blockquote>', `<p>said by somebody who quotes somebody ${cite(1)}</p>`),
  nested(20, '<ul><li>', '</li></ul>', `a point of a point of a point ${cite(2)}`),
];

const sources = [
  { index: 1, title: longWord, url: `https://${'sub.'.repeat(30)}example.org/`, snippet: longWord },
  { index: 2, title: '', url: longUrl, snippet: longUrl },
];

/** An answer in which everything is longer, wider or deeper than any window. */
export const unwieldyAnswer: AskScript = (response) => {
  const slots = [
    { search_engine: 'engine_a', status: 'failed', cause: `${longWord} ${longUrl}`, took_ms: 3 },
  ];
  streamEvents(response, ['search-end', { slots }], ['page-read', { url: longUrl, took_ms: 3 }]);
  streamEvents(response, ['sources', { sources, language: 'de' }]);
  streamEvents(
    response,
    ...blocks.map((html, index): [string, object] => ['marked-block', { index, html }]),
    ['timing', { total_ms: 1234 }],
    [
      'answer-end',
      {
        answer: longWord,
        html_answer: blocks.join('\n'),
        sources,
        model: 'm',
        tokens_used: 3,
        error: `The answer was cut: ${longWord}.`,
        problem: 'cut-off',
      },
    ],
  );
  response.end();
};
