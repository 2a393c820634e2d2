import { createAnswerer, type Steps } from './answer/answer.ts';
import type { Answerer } from './answer/events.ts';
import { inBlocks } from './answer/in-blocks.ts';
import { limited } from './answer/limited.ts';
import { observed } from './answer/observed.ts';
import { createCitationFilter } from './check/citations.ts';
import type { Settings } from './config/settings.ts';
import type { Status } from './core/status.ts';
import { toPublicUrl } from './core/url.ts';
import { createUpstream, type Upstream } from './net/upstream.ts';
import type { Log } from './observe/log.ts';
import { createBlockRenderer } from './render/blocks.ts';
import { render } from './render/render.ts';
import { select } from './select/select.ts';

/** Everything behind the faces. */
export type House = {
  readonly answer: Answerer;
  readonly answerInBlocks: Answerer;
  status(): Status;
  /** Loads what the first question needs, and says in the log which configured host cannot be reached. */
  warmUp(): void;
  close(): Promise<void>;
};
