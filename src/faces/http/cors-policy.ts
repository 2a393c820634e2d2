import type { FastifyCorsOptions } from '@fastify/cors';

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
