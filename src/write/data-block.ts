import type { DataForm } from '../core/question.ts';
import { withoutInvisible } from './defuse.ts';
import { DATA, DATA_SCHEMA } from './instructions.ts';

/** What the prompt says if the answer must be data: the schema, if there is one, and the required form. */
export function toDataBlock({ schema }: DataForm): string {
  return schema === null ? DATA : `${DATA_SCHEMA}\n${toSchemaText(schema)}\n${DATA}`;
}

/**
 * A schema needs its brackets. In its strings, brackets become escapes, which have the same meaning in JSON.
 */
function toSchemaText(schema: string): string {
  const toEscape = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16)}`;
  return withoutInvisible(schema)
    .replaceAll('\n', ' ')
    .replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replace(/[<>[\]|]/g, toEscape));
}
