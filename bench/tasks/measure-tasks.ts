import { join } from 'node:path';
import { findIntent } from '../../src/answer/intent/find-intent.ts';
import type { Exchange, Intent } from '../../src/core/question.ts';
import { readJsonLines } from '../text/json-lines.ts';

/** A message of the test set, and what it asks for. */
export type Case = {
  readonly lang: string;
  readonly class: string;
  readonly want: Intent;
  readonly text: string;
  readonly system?: string;
  readonly history?: readonly Exchange[];
};

/** The halves of the test set: one to tune on, and one that was written before and is only measured. */
export const HALVES = ['tuned', 'frozen'] as const;
export type Half = (typeof HALVES)[number];

/** The cases of one half. */
export function readCases(half: Half): readonly Case[] {
  return readJsonLines<Case>(join(import.meta.dirname, `${half}.jsonl`));
}

/** The intent that is found for a case, as a message to a chat interface. */
export function foundIntent({ text, system = '', history = [] }: Case): Intent {
  return findIntent({ text, system, history, isChat: true });
}

/** Whether a case is handled right: a question is searched, and nothing else is. */
export function isRight(one: Case): boolean {
  return (one.want === 'search') === (foundIntent(one) === 'search');
}
