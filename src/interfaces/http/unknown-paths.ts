import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { App } from './protocol.ts';

/** The methods of each path of the routes. */
export type MethodsOfPaths = ReadonlyMap<string, ReadonlySet<string>>;

/** Collects the methods of each path as routes are added. */
export function rememberMethods(app: App): MethodsOfPaths {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.unlisted === true) return;
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    allowed.set(url, methods);
  });
  return allowed;
}

/**
 * Refuses an unknown path, or a method that the path does not support.
 * @throws Failure `not-found`, or `method-not-allowed` after setting `Allow`
 */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply, allowed: MethodsOfPaths): never {
  const [path = ''] = request.url.split('?', 1);
  const methods = methodsOf(path, allowed);
  if (methods === undefined)
    throw new Failure('not-found', `There is nothing at this path.${neighboursOf(path, allowed)}`);
  const names = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', names);
  throw new Failure(
    'method-not-allowed',
    `This path does not support ${request.method}; it supports ${names}.`,
  );
}

function methodsOf(path: string, allowed: MethodsOfPaths): ReadonlySet<string> | undefined {
  const isBelow = (route: string) =>
    route.endsWith('/*') && path.length >= route.length && path.startsWith(route.slice(0, -1));
  return allowed.get(path) ?? [...allowed].find(([route]) => isBelow(route))?.[1];
}

/** The paths that begin with the same name as an unknown one, as a sentence; empty if there are none. */
function neighboursOf(path: string, allowed: MethodsOfPaths): string {
  const start = /^\/[\w-]+(?=\/|$)/.exec(path)?.[0];
  const near = [...allowed.keys()].filter((route) => route === start || route.startsWith(`${start}/`));
  return near.length === 0 ? '' : ` Paths that begin with \`${start}\`: ${near.join(', ')}.`;
}
