import { installation } from '../browser/installation.ts';
import { isOperator } from '../browser/is-operator.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { PageHealth } from '../state/messages.ts';
import type { SetUpPart } from '../state/set-ups.ts';
import { SetUp } from './set-up.tsx';

/** For an operator at the machine of the service: what is not set up yet, and how to do that. */
export function SetUpCard({ health }: { health: PageHealth | null }) {
  const parts: SetUpPart[] = [
    ...(health?.configured === false ? ['model' as const] : []),
    ...(installation().searches === 'wikipedia' ? ['search' as const] : []),
  ];
  if (!isOperator || health === null || parts.length === 0) return null;
  return (
    <section class="notice notice-set-up" aria-labelledby="set-up-title">
      <h2 id="set-up-title">{asideWords.setUp.title}</h2>
      <p>{asideWords.setUp.forYou}</p>
      <SetUp parts={parts} />
    </section>
  );
}
