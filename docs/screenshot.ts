// Makes docs/page.png, the picture in the README: the page of the real demo, offline, with an answer to one
// of its own example questions. `npm run docs:screenshot`, after `npm run build`.
import { fileURLToPath } from 'node:url';
import { startDemo } from '../src/commands/demo.ts';
import { launchBrowser } from '../test/support/browser.ts';

const QUESTION = 'Which languages are spoken in Switzerland?';
const environment = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };

const { service } = await startDemo({ environment, version: '0.0.0-screenshot', offline: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  await page.goto(`${service.address}/?q=${encodeURIComponent(QUESTION)}`);
  await page.getByText('Romansch').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: fileURLToPath(new URL('page.png', import.meta.url)) });
} finally {
  await browser.close();
  await service.stop();
}
