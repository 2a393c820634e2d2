import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { serve } from './support/local-server.ts';
import { startModelServer } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { openTestPage } from './support/test-page.ts';

/** What people are in; the others are in nothing. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { anna: ['staff', 'unknown'] };

/** A service at which people sign in by a provider of its own. */
async function stage(method = 'client_secret_post') {
  await using stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'sayso-login-')));
  // The provider knows the address of the service, and the service that of the provider: it begins when both listen.
  const begin = Promise.withResolvers<RequestListener>();
  const issued = stack.use(
    await serve(async (request, response) => (await begin.promise)(request, response)),
  );
  const issuer = `http://localhost:${issued.port}`;
  const [keys, secret] = [join(folder.path, 'keys.yml'), join(folder.path, 'secret')];
  await writeFile(secret, 'a-secret-of-the-service\n');
  await writeFile(
    keys,
    `default: { tokens_per_day: 1000 }
groups:
  staff: { tokens_per_day: 5000 }
login: { issuer: '${issuer}', client_id: sayso, client_secret_file: ${secret} }
`,
  );
  const service = stack.use(
    await startTestService({
      ...{ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url },
      ...{ KEYS_FILE: keys },
    }),
  );
  const url = `http://localhost:${new URL(service.url).port}`;
  begin.resolve(createProvider(issuer, url, method).callback());
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const held = stack.move();
  return { url, browser, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** A provider with a form that takes any name, and the secret of the service in one way. */
function createProvider(issuer: string, service: string, method: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'sayso',
        client_secret: 'a-secret-of-the-service',
        token_endpoint_auth_method: method,
        redirect_uris: [`${service}/login/callback`],
        post_logout_redirect_uris: [`${service}/`],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, groups: GROUPS[id] ?? [] }),
    }),
    clientAuthMethods: [method],
    cookies: { keys: ['a-key-of-cookies'] },
  });
}

/** Fills in the form of the provider, and agrees. */
async function signInAs(page: Page, name: string) {
  await page.locator('[name=login]').fill(name);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit], [type=submit]').first().click();
  await page.locator('button[type=submit], [type=submit]').first().click();
}

test('people sign in, see their budget, ask and sign out', async (t) => {
  await using on = await stage();
  await using watched = await openTestPage(on.browser);
  const { page } = watched;
  await page.goto(`${on.url}/`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('What is an axolotl?');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInAs(page, 'anna');
  await page.waitForURL(`${on.url}/?q=What+is+an+axolotl%3F`);
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith('sayso-'));
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [['sayso-session', true, 'Lax']],
  );
  assert.doesNotMatch(JSON.stringify(cookies), /anna/);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Answered' }).waitFor();
  const now = Date.now;
  const later = t.mock.method(Date, 'now', () => now() + 13 * 3_600_000);
  await page.getByRole('textbox').fill('Where do axolotls live?');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  later.mock.restore();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText(/^anna · \d+ % of the budget left/).waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.locator('[type=submit]').first().click();
  await page.waitForURL(`${on.url}/`);
  assert.deepEqual(await (await page.request.get(`${on.url}/login/me`)).json(), { name: null, left: null });
});

test('people sign in at a provider that takes the secret of the service only in a header', async () => {
  await using on = await stage('client_secret_basic');
  await using watched = await openTestPage(on.browser);
  const { page } = watched;
  await page.goto(`${on.url}/login`);
  await signInAs(page, 'ben');
  await page.waitForURL(`${on.url}/`);
  const me = await page.request.get(`${on.url}/login/me`);
  assert.equal((await me.json()).name, 'ben');
});
