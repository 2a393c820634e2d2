import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';

/** The data by which Fastify distinguishes routes, and the data that it stores for each. */
type Strategy = NonNullable<FastifyServerOptions['constraints']>[string];
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1];

const FORMAT = /[?&]format=([a-z]{1,10})(?:&|$)/;

/**
 * Lets a route serve only requests with a certain `format` in the query string, with `constraints: {format:
 * 'json'}`; another route of the same path serves the others.
 */
export const formatConstraint = {
  name: 'format',
  storage() {
    const handlers = new Map<string, Handler>();
    return {
      get: (format: string) => handlers.get(format) ?? null,
      set: (format: string, handler: Handler) => void handlers.set(format, handler),
    };
  },
  validate: () => undefined,
  deriveConstraint: ({ url = '' }: IncomingMessage) => FORMAT.exec(url)?.[1] ?? '',
  mustMatchWhenDerived: false,
};
