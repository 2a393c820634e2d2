import assert from 'node:assert/strict';
import { setStage, untilComplete } from './support/page-stage.ts';
import { type AskScript, startScriptedService, streamEvents } from './support/scripted-service.ts';

const SOURCES = [
  {
    index: 1,
    title: 'Tides',
    url: 'https://sea.test/tides',
    snippet: 'The moon pulls at the sea.',
    date: '2024-05-12',
  },
  { index: 2, title: 'The moon', url: 'https://moon.test/', snippet: 'The moon is small.' },
];
const CITATION = '<a class="citation" href="https://sea.test/tides">[1]</a>';

/** Answers with this HTML, after a search that did not respect the period. */
const answering =
  (html: string, fields: object = {}): AskScript =>
  (response) => {
    const slots = [
      { search_engine: 'engine_a', status: 'ok', took_ms: 5, ignored: ['time_range', 'only_sites'] },
    ];
    streamEvents(
      response,
      ['search-end', { search_engine: 'engine_a', slots }],
      ['sources', { sources: SOURCES, language: 'en' }],
      ...html.split('\n').map((block, index): [string, object] => ['marked-block', { index, html: block }]),
      [
        'answer-end',
        { answer: 'x', html_answer: html, sources: SOURCES, model: 'm', tokens_used: 1, ...fields },
      ],
    );
    response.end();
  };

const own: Readonly<Record<string, AskScript>> = {
  quotes: answering(
    `<p>Tides</p>\n<blockquote><p>The <strong>moon</strong> pulls at the sea. ${CITATION}</p></blockquote>`,
    {
      model: 'extractive',
    },
  ),
  titled: answering(`<p>It failed.</p>\n${'<h3>Tides</h3>\n'.repeat(3)}`, {
    error: 'It failed.',
    problem: 'quoted',
  }),
  silent: answering('<p>The sources do not say.</p>'),
};

/** The question, the headline, and the name of what helps next. */
const OUTCOMES: readonly [question: string, headline: RegExp, next: string][] = [
  ['quotes', /^Answered from 1 source$/, 'Ask again'],
  ['cut by time', /^Answered in part\. 2 sources/, 'Try again'],
  ['broken', /^Answered in part\. 2 sources/, 'Try again'],
  ['silent', /^No direct answer\. 2 sources/, 'Use other words'],
  ['nothing found', /^No direct answer\. Nothing was found\.$/, 'Try fewer or different words.'],
  ['unconfigured', /^No direct answer\. 4 sources/, 'These passages come from the sources.'],
  ['stream failed', /^Answered in part\. 2 sources/, 'Try again'],
  ['without sources', /^From memory, not checked\. This answer has no sources\.$/, 'Treat it as a guess.'],
  ['search failed', /^Not answered\./, 'Try again'],
];

const stage = setStage((question) => own[question]);
const { pageTest } = stage;

pageTest(
  'the headline says in one of six ways how a question ended, and the page what to do next',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    for (const [question, headline, next] of OUTCOMES) {
      await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: question })}`);
      await page.getByRole('status').filter({ hasText: headline }).waitFor();
      await page
        .getByText(next)
        .or(page.getByRole('button', { name: next }))
        .last()
        .waitFor();
    }
  },
);

pageTest('only the searches that are shown are counted, in one way', async ({ page }) => {
  const failed = { status: 'failed', reason: 'network', took_ms: 3 };
  const slots = [
    { search_engine: 'engine_a', cause: 'searx.test: refused the connection', ...failed },
    { search_engine: 'engine_c', cause: 'tertiary (mediawiki): host name not found', ...failed },
  ];
  await using gap = await startScriptedService(() => (response) => {
    streamEvents(response, ['search-end', { search_engine: '', slots }]);
  });
  await page.goto(`${gap.url}/?q=x`);
  await page.getByRole('button', { name: 'Details' }).click();
  assert.deepEqual(await page.locator('.steps .failed').allTextContents(), [
    'First search: no connection (searx.test: refused the connection), 3 ms',
    'Second search: no connection (mediawiki: host name not found), 3 ms',
  ]);
});

pageTest(
  'without a model, the words of the sources are shown, and each names its source',
  async ({ page }) => {
    await page.goto(`${stage.service.url}/?q=unconfigured`);
    const quote = page.locator('figure').first();
    await quote.getByText('Rayleigh scattering is the scattering of light').waitFor();
    assert.equal(await quote.getByRole('link').textContent(), 'Rayleigh scattering');
  },
);

pageTest('passages have no contents, as there are only their titles', async ({ page }) => {
  await page.goto(`${stage.service.url}/?q=titled`);
  await page.getByRole('heading', { name: 'The model did not answer.' }).waitFor();
  await untilComplete(page);
  assert.equal(await page.getByRole('button', { name: 'Contents' }).count(), 0);
});

pageTest('a filter that had no effect is mentioned above the answer', async ({ page }) => {
  await page.goto(`${stage.service.url}/?q=quotes`);
  await page.getByText('Searched without the filter: Period, Sites.').waitFor();
});

pageTest(
  'passages are quotations below their titles, in the type of the answer',
  async ({ page, findBarriers }) => {
    await page.goto(`${stage.service.url}/?q=quotes`);
    const quotation = page.locator('.blocks blockquote');
    await quotation.waitFor();
    assert.match((await quotation.textContent()) ?? '', /^\s*The moon pulls at the sea\.\S?1\s*$/);
    const sizes = await page
      .locator('.blocks p')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
    assert.equal(new Set(sizes).size, 1, String(sizes));
    assert.equal(await quotation.locator('strong').textContent(), 'moon');
    assert.equal(await page.getByText('to check').count(), 0);
    assert.deepEqual(await findBarriers(), []);
  },
);
