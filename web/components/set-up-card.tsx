import { installation } from '../browser/installation.ts';
import { isOperator } from '../browser/is-operator.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { PageHealth } from '../state/messages.ts';
import type { SetUpPart } from '../state/set-ups.ts';
import { SetUp } from './set-up.tsx';
import { SetUpWizard } from './set-up-wizard.tsx';

/**
 * For an operator at the machine of the service: the set-up, if the service offers it to this browser,
 * otherwise what is not set up yet and lines for a terminal.
 */
export function SetUpCard({ health }: { health: PageHealth | null }) {
  const parts: SetUpPart[] = [
    ...(health?.configured === false ? ['model' as const] : []),
    ...(installation().searches === 'wikipedia' ? ['search' as const] : []),
  ];
  const isOffered = 'setup' in document.documentElement.dataset;
  if (!isOperator || health === null || (parts.length === 0 && !isOffered)) return null;
  return (
    <section class="notice notice-set-up" aria-labelledby="set-up-title">
      <h2 id="set-up-title">{asideWords.setUp.title}</h2>
      <p>{asideWords.setUp.forYou}</p>
      {isOffered ? <SetUpWizard /> : <SetUp parts={parts} />}
    </section>
  );
}
