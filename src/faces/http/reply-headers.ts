import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Any web page may call the interface and read its replies, with or without a preflight; SECURITY.md
 * describes the consequences.
 */
export const corsPolicy: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Cache-Control',
    'Content-Type',
    'If-None-Match',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
    'Prefer',
    'X-API-Key',
    'X-Requested-With',
  ],
  exposedHeaders: [
    'Age',
    'ETag',
    'Mcp-Session-Id',
    'Preference-Applied',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Server-Timing',
    'X-Request-Id',
  ],
  maxAge: 86_400,
  strictPreflight: false,
};

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
