import type { FastifyRequest } from 'fastify';
import type { TokenBudget } from '../../core/run.ts';
import type { BudgetState, createBudgets } from '../../keys/budgets.ts';
import type { CallerKey } from './guards.ts';
import type { App } from './protocol.ts';

/** From this share of a budget on, replies say what is left. */
const TOLD_FROM = 0.8;

const states = new WeakMap<FastifyRequest, BudgetState>();

/** The budget of the key of a request; undefined if it may spend any amount. */
export function budgetOf(
  request: FastifyRequest,
  { name, tokensPerDay }: CallerKey,
  budgets: ReturnType<typeof createBudgets>,
): TokenBudget | undefined {
  if (tokensPerDay === undefined) return undefined;
  const onState = (state: BudgetState) => states.set(request, state);
  return { hold: (tokens) => budgets.hold({ name, limit: tokensPerDay, onState }, tokens) };
}

/** Adds what is left of a budget to replies, once most of it is used. */
export function sendBudgets(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const state = states.get(request);
    if (state === undefined || state.used < state.limit * TOLD_FROM) return;
    reply.headers({
      'x-budget-limit': state.limit,
      'x-budget-remaining': Math.max(0, state.limit - state.used),
      'x-budget-reset': Math.ceil(state.resetMs / 1000),
    });
  });
}
