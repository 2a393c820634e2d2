import { copyToClipboard } from '../browser/clipboard.ts';
import { ConfirmingButton } from '../browser/confirming-button.tsx';
import { installation } from '../browser/installation.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { PageHealth } from '../state/messages.ts';

/**
 * True if the page has an address of this machine, so that the reader probably runs the service and can
 * repair it. A tunnel or a forwarded port looks the same.
 */
export const isOperator = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(
  globalThis.location?.hostname ?? '',
);

/** For an operator at the machine of the service: what is not set up yet, and the command that does it. */
export function SetUpCard({ health }: { health: PageHealth | null }) {
  const { title, forYou, missing } = asideWords.setUp;
  const parts = [
    ...(health?.configured === false ? [missing.model] : []),
    ...(installation().searches === 'wikipedia' ? [missing.search] : []),
  ];
  if (!isOperator || health === null || parts.length === 0) return null;
  return (
    <section class="notice notice-set-up" aria-labelledby="set-up-title">
      <h2 id="set-up-title">{title}</h2>
      <p>{[...parts, forYou].join(' ')}</p>
      <SetUpCommand />
    </section>
  );
}

/** The command that asks the three questions of the set-up in the terminal. */
export function SetUpCommand() {
  return (
    <>
      <Command command="npx sayso setup" about="" />
      <p class="set-up-more">{asideWords.setUp.more}</p>
    </>
  );
}

/** A line for a terminal, with a button that copies it; `about` tells several such buttons apart. */
export function Command({ command, about }: { command: string; about: string }) {
  return (
    <div class="command">
      <code dir="ltr">{command}</code>
      <ConfirmingButton
        label={asideWords.copy}
        confirmation={asideWords.copied}
        act={() => copyToClipboard(command)}
        about={about}
      />
    </div>
  );
}
