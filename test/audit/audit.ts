import { createServer } from 'node:net';
import { launchBrowser } from '../support/browser.ts';
import { answerWith, startChatServer } from '../support/chat-server.ts';
import { startSearchServer } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';

/** The part of Lighthouse that is used; it is not a package of the project, `npm run audit` installs it. */
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
};

/** Points out of a hundred that the median must reach. */
const GOALS: Readonly<Record<string, number>> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const RUNS = 3;
const LIGHTHOUSE = 'lighthouse';

/**
 * Audits the page as on a phone and prints the median of three runs next to each goal; returns false if a
 * goal is missed.
 */
async function audit(): Promise<boolean> {
  const { default: lighthouse }: { default: Lighthouse } = await import(LIGHTHOUSE);
  await using search = await startSearchServer();
  await using chat = await startChatServer((response) => answerWith(response, ['A salamander [1].']));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: chat.url,
    MODEL_NAME: 'served-model',
  });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) {
      const result = await lighthouse(`${service.url}/`, {
        port,
        logLevel: 'error',
        onlyCategories: Object.keys(GOALS),
      });
      if (result !== undefined) reports.push(result.lhr);
    }
    return print(reports);
  } finally {
    await browser.close();
  }
}

function print(reports: readonly Report[]): boolean {
  console.log('| category | median of three | goal |\n|---|---|---|');
  const missed = Object.entries(GOALS).filter(([category, goal]) => {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    const median = scores.sort((one, other) => one - other)[Math.floor(scores.length / 2)] ?? 0;
    console.log(`| ${category} | ${median} | ${goal} |`);
    return median < goal;
  });
  if (missed.length > 0)
    for (const { title, score, displayValue = '' } of Object.values(reports.at(-1)?.audits ?? {}))
      if (score !== null && score < 1) console.log(`- ${title} ${displayValue}`);
  return missed.length === 0;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

process.exitCode = (await audit()) ? 0 : 1;
