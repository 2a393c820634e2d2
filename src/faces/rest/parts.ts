import type { House, MetricsText } from '../../core/house.ts';
import type { FaceParts } from '../http/face-parts.ts';
import type { KeyGuard } from '../http/guards.ts';

/** The parts from which the REST interface is built. */
export type RestParts = Omit<
  FaceParts,
  'judgeAnswer' | 'signingSecret' | 'apiKeys' | 'contextTokens' | 'maxMessageChars'
> & {
  readonly compared: House['compared'];
  /** The path at which the service serves the icon of a source's site; empty if there is no icon. */
  iconAddress(sourceUrl: string): string;
  readonly metrics: MetricsText;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
};
