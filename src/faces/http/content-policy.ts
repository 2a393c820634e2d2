import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * What the page may do: load its own script and styles and call its own service, nothing else. HTML needs one
 * Trusted Types policy, the address of the service worker another.
 */
export const policyDirectives: Readonly<Record<string, string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['sayso', 'sayso-worker'],
};

/** Security headers of every reply. No HSTS: the proxy decides whether a host is served over TLS. */
export const contentPolicy: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: policyDirectives },
  strictTransportSecurity: false,
  crossOriginResourcePolicy: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
};
