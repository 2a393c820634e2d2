import assert from 'node:assert/strict';
import Instructor from '@instructor-ai/instructor';
import OpenAI from 'openai';
import { z } from 'zod';
import { streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';

const animal = z.object({ animal: z.string(), legs: z.number() });
const AXOLOTL = { animal: 'axolotl', legs: 4 };

covers(
  '@instructor-ai/instructor',
  'all modes: `TOOLS`, `FUNCTIONS`, `JSON`, `JSON_SCHEMA`, `MD_JSON`',
  async () => {
    await using on = await startStage();
    on.model.script = streaming(JSON.stringify(AXOLOTL));
    for (const mode of ['TOOLS', 'FUNCTIONS', 'JSON', 'JSON_SCHEMA', 'MD_JSON'] as const) {
      const oai = new OpenAI({ baseURL: `${on.url}/v1`, apiKey: 'any', maxRetries: 0 });
      // Its types want its own older copies of the client and of Zod; it is given these ones at run time.
      const instructor = Instructor({ client: oai as never, mode });
      const found: unknown = await instructor.chat.completions.create({
        model: 'sayso',
        messages: [{ role: 'user', content: 'What is an axolotl?' }],
        response_model: { schema: animal as never, name: 'Animal' },
      });
      assert.deepEqual({ ...Object(found), _meta: undefined }, { ...AXOLOTL, _meta: undefined }, mode);
    }
  },
);
