// Stores the page for use without a network: only the files of this build, no replies of the service.

/**
 * An event whose work the browser waits for; TypeScript's DOM library does not include service workers.
 */
type Lifetime = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Event & { readonly request: Request; respondWith(response: Promise<Response>): void };

declare global {
  interface WindowEventMap {
    install: Lifetime;
    activate: Lifetime;
    fetch: Fetching;
  }
}

/** Replaced during the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const PREFIX = 'sayso-shell-';
const NAME = `${PREFIX}${SHELL_VERSION}`;
const page = new URL('./', location.href);
const files = new Set(SHELL_FILES.map((file) => new URL(file, page).href));

// A new worker waits until all pages are closed: open pages keep the files they started with, and the next
// visit uses the new ones.
addEventListener('install', (event) => event.waitUntil(keepFiles()));
addEventListener('activate', (event) => event.waitUntil(dropOlder()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, href } = new URL(request.url);
  if (request.method !== 'GET' || origin !== page.origin) return;
  if (request.mode === 'navigate' && pathname === page.pathname) event.respondWith(freshPage(request));
  else if (href !== page.href && files.has(href)) event.respondWith(keptFile(request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(Array.from(files, (file) => new Request(file, { cache: 'no-cache' })));
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The page from the service; the stored one if the service does not answer or is down. */
async function freshPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.status < 500) return response;
  } catch {
    // There is no network or no service, so the stored page is used.
  }
  return (await caches.match(page, { cacheName: NAME, ignoreVary: true })) ?? Response.error();
}

async function keptFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: NAME, ignoreVary: true })) ?? fetch(request);
}

export {};
