import type { FaceCall, FaceParts } from '../http/face-parts.ts';

/**
 * Answers one request in the format of a service. Returns the body to send, or the reply if it has already
 * been sent.
 */
export type SearchEndpoint = (call: FaceCall, parts: FaceParts) => Promise<unknown>;
