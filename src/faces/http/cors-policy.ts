import type { FastifyCorsOptions } from '@fastify/cors';

/** Any web page may call the interface and read its replies, preflight or not; SECURITY.md says what that means. */
export const corsPolicy: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Cache-Control',
    'Content-Type',
    'If-None-Match',
    'Prefer',
    'X-API-Key',
    'X-Requested-With',
  ],
  exposedHeaders: [
    'Age',
    'ETag',
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
