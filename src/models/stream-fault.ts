import type { Fault } from '../core/failure.ts';

/** The ways in which an opened stream can fail, with causes that follow the name of the model. */
export const STREAM_FAULTS = {
  /** It ended before the model reported that it had finished. */
  cut: { cause: 'broke off before its answer was complete' },
  /** A line is not JSON, or is JSON of another shape. */
  garbage: { cause: 'sent something that cannot be read' },
  /** No part of it followed the protocol: it is a web page, or comes from another API. */
  foreign: {
    cause: 'did not answer in the protocol of its API',
    remedy: 'check MODEL_BASE_URL, which usually ends in /v1, and MODEL_PROVIDER',
  },
  empty: { cause: 'wrote nothing' },
  'only-thinking': { cause: 'only thought and wrote no answer' },
  'only-call': { cause: 'wrote a call of a tool in place of an answer' },
  'no-room': {
    cause: 'used up its tokens before the first word of the answer',
    remedy: 'allow it a larger context or more tokens',
  },
  filtered: { cause: 'wrote no answer, because its provider withheld it' },
  'cut-by-limit': { cause: 'reached its token limit before its answer was complete' },
  'cut-by-filter': { cause: 'was stopped by its provider before its answer was complete' },
  /** The answer was uselessly long, as happens when a model repeats itself endlessly. */
  endless: { cause: 'kept writing without end and was stopped' },
} as const satisfies Readonly<Record<string, Fault>>;

/** A failed stream. Contains none of the stream's text. */
export class StreamFault extends Error {
  readonly fault: keyof typeof STREAM_FAULTS;

  constructor(fault: keyof typeof STREAM_FAULTS) {
    super(fault);
    this.name = 'StreamFault';
    this.fault = fault;
  }
}
