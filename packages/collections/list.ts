import { asBusy, HostBusy } from './host.ts';
import { insistOnPages, readItem, type WebReading } from './read-page.ts';
import type { SourceStore } from './store.ts';

/** Looks at the pages of a list, and forgets those that are no longer on it. */
export async function refreshList(
  addresses: readonly string[],
  store: SourceStore,
  web: WebReading,
  signal: AbortSignal,
): Promise<void> {
  const urls = addresses.map((address) => new URL(address));
  for (const url of urls) url.hash = '';
  // What is no longer on the list is forgotten first, whether or not the run comes to its end.
  await store.retain(new Set(urls.map(({ href }) => href)));
  await store.add(urls.map(({ href }) => ({ key: href, depth: 0 })));
  // After a stop in between, only what this run has not yet looked at is pending.
  let busy: HostBusy | undefined;
  let problem: string | undefined;
  let isReached = false;
  for (const known of await store.pending(urls.length)) {
    const looked = await readItem(web, { url: new URL(known.key), known }, signal).catch(asBusy);
    if (looked instanceof HostBusy) {
      busy = looked;
      continue;
    }
    problem = looked.failure;
    isReached ||= looked.failure === undefined;
    await store.write([looked.item]);
  }
  if (busy !== undefined) throw busy;
  // Ends the run, so that the next one looks at everything again.
  await store.sweep();
  if (!isReached && problem !== undefined) throw new Error(`no page can be read, such as: ${problem}`);
  await insistOnPages(store);
}
