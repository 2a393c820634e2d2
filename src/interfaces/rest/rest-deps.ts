import type { MetricsText } from '../../core/service.ts';
import type { KeyGuard } from '../http/guards.ts';
import type { InterfaceDeps } from '../http/interface-deps.ts';

/** The parts from which the REST interface is built. */
export type RestDeps = Omit<InterfaceDeps, 'signingSecret' | 'apiKeys' | 'contextTokens'> & {
  /** The path at which the service serves the icon of a source's site; empty if there is no icon. */
  iconAddress(sourceUrl: string): string;
  /** The path at which the service serves the picture of a page, by the picture's address; null for none. */
  readonly pictureAddress: ((imageUrl: string) => string) | null;
  readonly metrics: MetricsText;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
};
