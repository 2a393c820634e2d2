import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure, toFailure } from '../../../core/failure.ts';
import type { OfferedSetup } from '../../../core/offered-setup.ts';
import { callerSignal } from '../../http/caller.ts';
import type { App } from '../../http/protocol.ts';
import { isAtMachine, isFromOwnPage } from './at-machine.ts';

/** One line: a line end in a value could begin another setting. */
const line = z
  .string()
  .max(2000)
  .regex(/^\P{Cc}*$/u, 'must be one line');
const answer = z.strictObject({ name: line, value: line });
const code = z.string().max(200);
const SCHEMAS = {
  questions: z.strictObject({ code }),
  changes: z.strictObject({
    code,
    answers: z.strictObject({ search: answer, model: answer, access: answer }),
  }),
  write: z.strictObject({ code, id: z.string().max(100) }),
} as const;

/**
 * `POST /setup/questions`, `/setup/changes` and `/setup/write`: the set-up, for the page of an operator who
 * is at this machine and has seen its terminal or log. There are no such paths if nothing is to be set up.
 */
export function serveSetup(app: App, setup: OfferedSetup | null, stopping: AbortSignal): void {
  if (setup === null) return;
  const route = { method: 'POST', config: { open: true, unlisted: true }, onRequest: refuseOthers } as const;
  const checked = (body: { readonly code: string }) => refuseOtherCodes(setup, body.code);
  app.route({
    ...route,
    url: '/setup/questions',
    schema: { body: SCHEMAS.questions },
    handler: async ({ body }) => {
      checked(body);
      return { questions: await inWords(setup.questions()) };
    },
  });
  app.route({
    ...route,
    url: '/setup/changes',
    schema: { body: SCHEMAS.changes },
    handler: async ({ body }) => {
      checked(body);
      return inWords(setup.propose(body.answers));
    },
  });
  app.route({
    ...route,
    url: '/setup/write',
    schema: { body: SCHEMAS.write },
    handler: async ({ body }, reply) => {
      checked(body);
      return { diagnoses: await inWords(setup.write(body.id, callerSignal(reply, stopping))) };
    },
  });
}

/** Runs before the body is read. Pages of other sites, which may read other replies, may not read these. */
async function refuseOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store');
  if (!isAtMachine(request) || !isFromOwnPage(request))
    throw new Failure(
      'foreign-page',
      'Only the page itself can set Sayso up, opened in a browser on the machine that runs it.',
    );
}

function refuseOtherCodes({ code: expected, isOpen }: OfferedSetup, given: string): void {
  if (!isOpen()) throw new Failure('not-found', 'Sayso is set up already. Start it again.');
  if (!timingSafeEqual(digest(expected), digest(given)))
    throw new Failure('unauthorized', 'This is not the code that the terminal shows.');
}

/** What is wrong with the settings is for the operator, who is the only caller of these paths. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = toFailure(error);
    throw code === 'misconfigured' ? new Failure('invalid-question', message) : error;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
