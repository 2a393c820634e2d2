// Makes docs/page.png, the picture in the README: the page of a real service, with the answer of a scripted
// model from three scripted sources. One number of the answer is not that of its source, so the page marks
// it; the second sentence is being read aloud. `npm run docs:screenshot`, after `npm run build`.
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../test/support/browser.ts';
import { fakeVoice } from '../test/support/faked-voice.ts';
import { startModelServer, streaming } from '../test/support/model-server.ts';
import { startSearchServer, withResults } from '../test/support/search-server.ts';
import { startTestService } from '../test/support/service.ts';

const QUESTION = 'What is an axolotl, and how long does it live?';
const ANSWER = [
  'An axolotl is a **salamander** that keeps its gills all its life and never leaves the water [1]. ',
  'It can regrow lost legs, and even parts of its heart and its brain [2]. ',
  'In an aquarium, it lives for 20 to 25 years [3].',
];
const SOURCES = [
  {
    url: 'https://animals.example/axolotl',
    title: 'Axolotl',
    content: 'The axolotl is a salamander that keeps its gills all its life and never leaves the water.',
  },
  {
    url: 'https://biology.example/regeneration',
    title: 'How axolotls regrow legs',
    content: 'An axolotl can regrow lost legs, and even parts of its heart and its brain.',
  },
  {
    url: 'https://aquarium.example/care',
    title: 'Keeping axolotls',
    content: 'In an aquarium, an axolotl lives for 10 to 15 years. It needs cool water.',
  },
];

await using search = await startSearchServer(withResults(SOURCES));
await using model = await startModelServer(streaming(...ANSWER));
await using service = await startTestService({
  SEARCH_PRIMARY_URL: search.url,
  MODEL_BASE_URL: model.url,
  MODEL_NAME: 'example-model',
  LOG_LEVEL: 'silent',
});
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  const voice = await fakeVoice(page);
  await page.goto(`${service.url}/?q=${encodeURIComponent(QUESTION)}`);
  await page.getByRole('button', { name: 'Read aloud' }).click();
  await page.waitForFunction(() => CSS.highlights.has('spoken'));
  await voice.endUtterance();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: fileURLToPath(new URL('page.png', import.meta.url)) });
} finally {
  await browser.close();
}
