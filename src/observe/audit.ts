import { appendFile } from 'node:fs/promises';
import { amountIn } from '../core/events.ts';
import type { ObserveAnswer } from '../core/run.ts';
import type { Amount } from '../core/usage.ts';
import { outcomeOf } from './answers.ts';

/** Where answers are recorded, and which words of them; no words unless they are named. */
type AuditRule = { readonly file: string; readonly words?: readonly string[] };

/** Only the owner may read who asked what. */
const OWNER_ONLY = 0o600;

/**
 * Appends a line to a file for each answer: who, when, by which interface, and what became of it. The file is
 * opened for each line, so that it can be moved away. `rule` is read for each answer; null records nothing.
 */
export function recordAnswers(rule: () => AuditRule | null, onLost: (error: unknown) => void): ObserveAnswer {
  let writing = Promise.resolve();
  return ({ caller, question }) => {
    const to = rule();
    if (to === null) return { see: () => undefined };
    const at = new Date().toISOString();
    const hosts = new Set<string>();
    let outcome = 'left';
    let amount: Amount = { tokens: 0, cost: 0 };
    let text = '';
    return {
      see(event) {
        if (event.type === 'page-read') hosts.add(new URL(event.url).host);
        if (event.type === 'gather-end') outcome = 'gathered';
        amount = amountIn(event) ?? amount;
        if (event.type !== 'answer-end') return;
        outcome = outcomeOf(event.answer);
        ({ text } = event.answer);
      },
      end(failure) {
        const line = JSON.stringify({
          ...{ at, id: question.id, key: caller.key ?? '', user: caller.user, via: caller.via },
          ...{ depth: question.depth ?? 'quick', outcome: failure?.code ?? outcome, ...amount },
          hosts: [...hosts],
          question: to.words?.includes('question') ? question.text : undefined,
          answer: to.words?.includes('answer') ? text : undefined,
        });
        writing = writing.then(() => appendFile(to.file, `${line}\n`, { mode: OWNER_ONLY })).catch(onLost);
      },
    };
  };
}
