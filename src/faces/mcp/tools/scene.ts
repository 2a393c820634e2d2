import type { Answerer } from '../../../core/events.ts';
import type { House } from '../../../core/house.ts';

/** What the tools use of the service. Its own documents have addresses that the caller can open. */
export type ToolHouse = Pick<House, 'gather' | 'search' | 'read'> & { readonly answer: Answerer };

/** One call of a tool: the service, and what the call is allowed. */
export type ToolScene = {
  readonly house: ToolHouse;
  /** Id of the request, for the log. */
  readonly id: string;
  /** The longest time the call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** The same for a deep answer. */
  readonly deepDeadlineMs: number;
  /** Tells the caller what happens; does nothing if the caller did not ask for it. */
  tell(message: string): void;
};
