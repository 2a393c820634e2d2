import type { Page } from 'playwright-core';

/** What a page felt like since it was opened. */
type Felt = {
  /** The time from each key to the end of the next frame, in milliseconds. */
  readonly keys: readonly number[];
  /** The layout shift (web.dev/cls), all shifts added up. */
  readonly shift: number;
};

/** Begins to measure in each document that the page opens from now on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt = { keys: [] as number[], shift: 0 };
    Object.assign(window, { felt });
    const channel = new MessageChannel();
    let pressedAt = 0;
    channel.port1.onmessage = () => felt.keys.push(performance.now() - pressedAt);
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressedAt = timeStamp;
        // A message that is sent in a frame arrives after that frame was drawn.
        requestAnimationFrame(() => channel.port2.postMessage(null));
      },
      { capture: true },
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput')) felt.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What was measured in the document that is open. */
export function feltOf(page: Page): Promise<Felt> {
  return page.evaluate(() => Reflect.get(window, 'felt'));
}
