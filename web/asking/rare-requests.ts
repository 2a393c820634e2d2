import type { finishAnswer } from './finish.ts';
import type { planFor } from './plan.ts';
import type { optionalFields } from './scope-in-request.ts';

/** What only some questions need. */
export type RareRequests = {
  readonly finishAnswer: typeof finishAnswer;
  readonly optionalFields: typeof optionalFields;
  readonly planFor: typeof planFor;
};

/** Loads it. Rejects if it cannot be loaded. */
export type LoadRareRequests = () => Promise<RareRequests>;
