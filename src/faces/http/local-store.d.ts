/** The plug-in's own memory store, which its types omit. */
declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit';
  export default class LocalStore {
    constructor(continueExceeding: boolean, exponentialBackoff: boolean, clients?: number);
    incr: FastifyRateLimitStore['incr'];
  }
}
