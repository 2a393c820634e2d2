import { type AskScript, sendJson, streamEvents } from './scripted-service.ts';

const sources = [
  {
    index: 1,
    basis: 'page',
    date: '2024-05-12',
    title: 'Rayleigh scattering',
    url: 'https://en.wikipedia.org/wiki/Rayleigh_scattering',
    snippet:
      'Rayleigh scattering is the scattering of light by particles much smaller than its wavelength. ' +
      'It is strongest for blue and violet light.',
  },
  {
    index: 2,
    basis: 'snippet',
    title: 'Why is the sky blue? An answer for children and everybody else who has ever looked up',
    url: 'https://spaceplace.science.test/blue-sky',
    snippet: 'Blue light is scattered in all directions by the tiny molecules of air in the atmosphere.',
  },
  {
    index: 3,
    title: 'طيف الضوء المرئي',
    url: 'https://ar.encyclopaedia.test/light',
    snippet: 'الطيف المرئي هو جزء من الطيف الكهرومغناطيسي يمكن للعين البشرية رؤيته.',
  },
  {
    index: 4,
    title: 'Color vision',
    url: 'https://eyes.test/cones',
    snippet:
      'The human eye has three kinds of cones. Together they are less sensitive to violet than to blue.',
  },
];

const cite = (index: number) =>
  `<a class="citation" href="${sources[index - 1]?.url}" title="${sources[index - 1]?.title}" ` +
  `rel="nofollow noopener noreferrer ugc">[${index}]</a>`;

/** The blocks of an answer with everything that answers can contain. */
const blocks = [
  '<p><span data-statement="0">The sky is blue because air scatters short waves of sunlight more than long ' +
    'ones.</span> <span data-statement="1">Blue light reaches the eye from every direction, red light goes ' +
    `mostly straight on</span> ${cite(1)} ${cite(2)}<span data-statement="1">.</span></p>`,
  `<h2>Why not violet?</h2>`,
  `<p>Violet is scattered even more, but three things work against it:</p>`,
  `<ul>\n<li>the sun sends <strong>less violet</strong> than blue ${cite(1)},</li>\n<li>` +
    '<span data-statement="3">the upper air ' +
    `swallows part of it,</span></li>\n<li>the eye is <em>less sensitive</em> to it ${cite(4)}.</li>\n</ul>`,
  '<table>\n<thead><tr><th>Colour</th><th align="right">Wavelength</th><th>Scattered, relative to red ' +
    'light of 700 nm</th><th>Seen at noon</th></tr></thead>\n<tbody><tr><td>violet</td><td align="right">' +
    '400 nm</td><td>9.4 times</td><td>hardly</td></tr><tr><td>blue</td><td align="right">450 nm</td><td>' +
    '5.9 times</td><td>everywhere</td></tr></tbody></table>',
  '<pre><code class="language-py">strength = 1 / wavelength ** 4  # Rayleigh, for particles far ' +
    'smaller than the wave, e.g. nitrogen\n</code></pre>',
  `<p>At sunset the way through the air is longer, so what is left is red ${cite(2)}. See <a ` +
    'href="https://example.org/sunset" rel="nofollow noopener noreferrer ugc">more on sunsets</a> and ' +
    'the constant <code>k</code>.</p>',
];

const markdown = 'The sky is blue because air scatters short waves more (Rayleigh) [1][2].';

/** The body of the contract, with fields changed. */
function answerBody(changed: object = {}): object {
  return {
    answer: markdown,
    html_answer: blocks.join('\n'),
    speakable_text: 'The sky is blue because air scatters short waves more.',
    sources,
    model: 'model-1',
    search_engine: 'engine_a',
    tokens_used: 812,
    error: null,
    ...changed,
  };
}

const asBlocks = (list: readonly string[]) =>
  list.map((html, index): [string, object] => ['marked-block', { index, html }]);
/** The first slot failed, the second answered; one of three pages could not be read. */
const steps: readonly [string, object][] = [
  [
    'search-end',
    {
      search_engine: 'engine_b',
      slots: [
        {
          search_engine: 'engine_a',
          status: 'failed',
          cause: 'searx.test: refused the connection',
          reason: 'network',
          took_ms: 3.2,
        },
        { search_engine: 'engine_b', status: 'ok', cause: '', took_ms: 409.3 },
      ],
    },
  ],
  ['page-read', { url: 'https://en.wikipedia.org/wiki/Rayleigh_scattering', took_ms: 120.4 }],
  [
    'page-skip',
    { url: 'https://spaceplace.science.test/blue-sky', reason: 'not a page of text', took_ms: 80 },
  ],
  ['page-read', { url: 'https://eyes.test/cones', took_ms: 1310 }],
];

/** The text of the answer as speech, sentence by sentence. */
const sentences: readonly string[] = [
  'The sky is blue because air scatters short waves of sunlight more than long ones.',
  ' Blue light reaches the eye from every direction, red light goes mostly straight on.',
  ' Why not violet?',
];

/** The support of each citation; the last one is unknown. */
const citations = [
  {
    index: 1,
    quote: 'Rayleigh scattering is the scattering of light by particles much smaller than its wavelength.',
  },
  { index: 2, quote: 'Blue light is scattered in all directions.' },
  { index: 1, quote: 'It is strongest for blue and violet light.' },
  { index: 4, quote: 'Together they are less sensitive to violet than to blue.' },
  { index: 2, quote: '' },
];

/** The verdicts on some sentences of the answer. */
const statements = [
  {
    index: 0,
    text: 'The sky is blue because air scatters short waves of sunlight more than long ones.',
    verdict: 'supported',
  },
  {
    index: 1,
    text: 'Blue light reaches the eye from every direction, red light goes mostly straight on.',
    verdict: 'differs',
    quotes: [{ source: 2, quote: 'Blue light does not reach the eye from below.' }],
    difference: { kind: 'name', stated: 'Blue light reaches', found: { source: 2, quote: 'does not' } },
  },
  { index: 2, text: 'Why not violet?', verdict: 'not-checked' },
  { index: 3, text: 'the upper air swallows part of it,', verdict: 'not-found', score: 0.2, quotes: [] },
];

const asStatements = statements.map((statement): [string, object] => ['statement', statement]);
const asSentences = sentences.map((text, index): [string, object] => ['sentence', { index, text }]);
const timing: [string, object] = [
  'timing',
  { search_ms: 412.5, read_ms: 1310, write_ms: 560, first_text_ms: 903.1, total_ms: 2304.8 },
];

const usage: [string, object] = [
  'usage',
  { depth: 'quick', calls: 1, tokens: 812, cost: 0.002_84, currency: 'USD' },
];

/** Streams a whole answer. */
function answerWith(
  changed: object = {},
  shown: readonly string[] = blocks,
  found: readonly object[] = sources,
): AskScript {
  return (response) => {
    streamEvents(response, ...steps, ['sources', { sources: found, language: 'en' }], ...asBlocks(shown));
    streamEvents(response, ...asSentences, ...asStatements, ['support', { citations }], usage, timing);
    streamEvents(response, ['answer-end', answerBody({ sources: found, ...changed })]);
    response.end();
  };
}

const refuse =
  (status: number, error: string, headers = {}): AskScript =>
  (response) =>
    sendJson(response, status, { error }, headers);

const cut = 'The answer was cut short because time ran out.';
const modelError = 'No answer could be written: the model refused the key (401).';
const noModel =
  'No language model is configured, so no answer was written. Set MODEL_BASE_URL and MODEL_NAME.';
const unchecked = 'The web search failed, so this answer was not checked against the web.';

/** The service's behaviour for each state of the page, by the question that leads to it. */
export const scripts: Readonly<Record<string, AskScript>> = {
  'Why is the sky blue?': answerWith(),
  searching: () => undefined,
  reading: (response) => streamEvents(response, ...steps),
  writing: (response) => streamEvents(response, ['sources', { sources }], ...asBlocks(blocks.slice(0, 2))),
  'nothing found': answerWith(
    {
      answer: 'Nothing was found on the web for this question.',
      tokens_used: 0,
      model: 'extractive',
      problem: 'nothing-found',
    },
    ['<p>Nothing was found on the web for this question.</p>'],
    [],
  ),
  'without sources': answerWith(
    {
      answer: `${unchecked} Paris.`,
      html_answer: `<p>${unchecked} Paris.</p>`,
      error: unchecked,
      problem: 'unsourced',
    },
    [`<p>${unchecked} Paris.</p>`],
    [],
  ),
  unconfigured: answerWith(
    { answer: '', html_answer: '', model: '', tokens_used: 0, error: noModel, problem: 'unconfigured' },
    [],
  ),
  'model failed': answerWith(
    { answer: modelError, html_answer: `<p>${modelError}</p>`, error: modelError, problem: 'model-failed' },
    [`<p>${modelError}</p>`],
  ),
  'cut by time': answerWith({ html_answer: blocks[0], error: cut, problem: 'cut-off' }, blocks.slice(0, 2)),
  'search failed': refuse(
    502,
    'All searches failed. engine_a: no answer within 4 s; engine_b: refused the connection.',
  ),
  'stream failed': (response) => {
    const failure = { error: 'The service is stopping.', status: 503 };
    streamEvents(response, ['sources', { sources }], ...asBlocks(blocks.slice(0, 1)), ['failure', failure]);
    response.end();
  },
  broken: (response) => {
    streamEvents(response, ['sources', { sources }], ...asBlocks(blocks.slice(0, 1)));
    // A browser throws away what a page has not read yet when the connection breaks, so it gets time to.
    setTimeout(() => response.destroy(), 3000);
  },
  'too many': refuse(429, 'Too many requests: 10 in a minute are allowed.', { 'retry-after': '30' }),
  'too many today': refuse(429, 'Too many requests: 100 in a day are allowed.', { 'retry-after': '7200' }),
  'too long': refuse(400, 'The field `query` is longer than 2,000 characters.'),
  unforeseen: refuse(500, 'Something went wrong inside the service. Request 3f1c.'),
  'with a key': (response, { headers }) => {
    if (headers.authorization === 'Bearer open sesame') return answerWith()(response, never);
    return sendJson(response, 401, { error: 'A key is needed: send it as `Authorization: Bearer KEY`.' });
  },
};

const never = {
  question: '',
  history: undefined,
  depth: undefined,
  scope: {},
  headers: {},
  finished: Promise.resolve(),
  dropped: Promise.resolve(),
};

/**
 * Streams untrusted texts: as titles, addresses, snippets, causes and quotes, and as the HTML of the answer.
 */
export function hostile(texts: readonly string[], html: readonly string[]): AskScript {
  const found = texts.map((text, at) => ({ index: at + 1, title: text, url: text, snippet: text }));
  const told: [string, object][] = [...texts, ...html].flatMap((text) => [
    ['search-end', { query: text, slots: [{ search_engine: text, status: text, cause: text, took_ms: 1 }] }],
    ['page-skip', { url: text, reason: text, took_ms: 1 }],
    ['page-read', { url: `https://a.test/${text}`, took_ms: 1 }],
  ]);
  const answering = answerWith({ html_answer: html.join('') }, html, found);
  return (response, asked) => {
    streamEvents(response, ...told, ['support', { citations: html.map((quote) => ({ index: 1, quote })) }]);
    answering(response, asked);
  };
}
