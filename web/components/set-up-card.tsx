import { installation } from '../browser/installation.ts';
import { isOperator } from '../browser/is-operator.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { PageHealth } from '../state/messages.ts';
import { Command } from './command.tsx';

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
