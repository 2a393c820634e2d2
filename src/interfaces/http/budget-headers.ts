import type { FastifyRequest } from 'fastify';
import type { BudgetState } from '../../keys/budgets.ts';
import type { App } from './protocol.ts';

/** From this share of a budget on, replies say what is left. */
const TOLD_FROM = 0.8;

/** Costs are counted in millionths. */
const DIGITS = 6;

const states = new WeakMap<FastifyRequest, BudgetState>();

/** Notes the budget of a request of which the largest share is used. */
export function noteBudget(request: FastifyRequest, state: BudgetState): void {
  states.set(request, state);
}

/** The budget of a request, once work was held against it. */
export function budgetStateOf(request: FastifyRequest): BudgetState | undefined {
  return states.get(request);
}

/** Adds what is left of a budget to replies, once most of it is used. */
export function sendBudgets(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const state = states.get(request);
    if (state === undefined || state.used < state.limit * TOLD_FROM) return;
    reply.headers({
      'x-budget-unit': state.unit,
      'x-budget-limit': state.limit,
      'x-budget-remaining': Number(Math.max(0, state.limit - state.used).toFixed(DIGITS)),
      'x-budget-reset': Math.ceil(state.resetMs / 1000),
    });
  });
}
