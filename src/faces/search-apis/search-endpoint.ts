import type { FaceCall, FaceParts } from '../http/face-parts.ts';

/** Answers one request in the format of a service; returns the body of the reply, or the reply once sent. */
export type SearchEndpoint = (call: FaceCall, parts: FaceParts) => Promise<unknown>;
