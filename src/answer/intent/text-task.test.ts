import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTextTask } from './text-task.ts';

const words = (count: number) => Array(count).fill('word').join(' ');

/** In each pair, the first message is a task and the second one is not. */
function assertPairs(pairs: readonly (readonly [task: string, other: string])[]): void {
  for (const [task, other] of pairs) {
    assert.equal(isTextTask(task), true, task);
    assert.equal(isTextTask(other), false, other);
  }
}

test('a verb that may name a subject needs a text: one that is named, or one that is long enough', () => {
  assertPairs([
    ['summarize this: moon', 'summarize: moon'],
    ['summarize the email: moon', 'summarize the moon: moon'],
    [`summarize: ${words(12)}`, `summarize: ${words(11)}`],
    [`summarize\n${words(6)}`, `summarize\n${words(5)}`],
    [`summarize: \t\n${words(6)}`, `summarize: ${words(6)}`],
    [`summarize moon "${words(12)}"`, `summarize moon "${words(11)}"`],
    // Two characters count as one word where no spaces are written.
    [`summarize: ${'字'.repeat(23)}`, `summarize: ${'字'.repeat(22)}`],
    [`summarize: ${'字'.repeat(10)} ${words(7)}`, `summarize: ${'字'.repeat(10)} ${words(6)}`],
  ]);
});

test('a verb for texts counts at the beginning of each of the first eight sentences', () => {
  assertPairs([
    [`${'Well. '.repeat(7)}Please translate: moon`, `${'Well. '.repeat(8)}Please translate: moon`],
    ['Hi! Translate: moon', 'Hi there translate: moon'],
    ['translate: moon', 'translate: !!!'],
  ]);
});

test('a verb for anything needs a text that the message points to and that stands apart', () => {
  assertPairs([
    ['improve text: moon', 'improve moon: moon'],
    [`improve this\n${words(3)}`, `improve this\n${words(2)}`],
    [`improve this "${words(3)}"`, `improve this "${words(2)}"`],
    [`improve this:\n${words(3)}`, `improve this: ${words(30)}`],
    [`${words(6)}\nimprove this`, `${words(5)}\nimprove this`],
    [`${words(6)}\nimprove text`, `${words(5)}\nimprove text`],
    [`improve this moon\n${words(3)}`, `improve this error\n${words(30)}`],
    [`please improve "${words(3)}"`, `please improve "${words(2)}"`],
    [`"${words(3)}" improve`, `"${words(3)}" improve moon`],
  ]);
});

test('words for a text in the message are enough if the text is there', () => {
  assertPairs([
    ['this text: moon', 'that text: moon'],
    [`${words(6)}\nthis text`, `${words(5)}\nthis text`],
    [`pasted\n${words(6)}`, `pasted\n${words(5)}`],
    [`pasted "${words(6)}"`, `pasted: ${words(30)}`],
  ]);
});

test('a question is a task if it asks for work on the text, or about a text that follows it', () => {
  assertPairs([
    ['what does this mean in English: moon', 'what does it mean in English: moon'],
    ['please, what is the tone of this: moon', 'please, what is the moon of this: moon'],
    [`${words(6)}\nwhat is the tone of this`, `${words(5)}\nwhat is the tone of this`],
    [`what does this text say\n${words(6)}`, `what does this text say\n${words(5)}`],
    [`what does this text say\n${words(6)}`, `what does this text say: ${words(6)}`],
    [`what does this text say\n${words(6)}`, `what does this moon say\n${words(6)}`],
    [`what does this text say\n${words(6)}`, `what does text say\n${words(6)}`],
  ]);
});

test('a text without a division is between the verb and the name of a language', () => {
  const longest = `translate ${words(54)} into French`;
  assertPairs([
    ['please translate good morning into French', 'please translate into French'],
    ['translate moon to German', 'translate moon German'],
    ['translate into French good morning', 'translate Frenchmen good morning into'],
    ['translate moon into French', 'moon moon into French'],
    [longest.padEnd(300, '.'), longest.padEnd(301, '.')],
  ]);
});

test('instructions have at most 400 characters, before or after a text', () => {
  const instruction = (length: number) => 'translate '.padEnd(length, 'x');
  assertPairs([
    [`${instruction(400)}: moon`, `${instruction(401)}: moon`],
    [`${instruction(400)}\nmoon`, `${instruction(401)}\nmoon`],
    [`\n${instruction(390)}\n\nmoon`, `\n${instruction(401)}\n\nmoon`],
    [`moon\n${instruction(400)}`, `moon\n${instruction(401)}`],
    [`${instruction(398)} "moon"`, `${instruction(399)} "moon"`],
    [`translate\n${'-'.repeat(595)}moon`, `translate\n${'-'.repeat(600)}moon`],
  ]);
});

test('an instruction may be a paragraph, and stand on both sides of a quoted text', () => {
  assertPairs([
    [`Hello\nplease improve this\n \n${words(3)}`, `Hello\nplease improve\n \n${words(3)}`],
    [`Please “${words(3)}” correct`, `Please ${words(3)} correct`],
    [`please correct “${words(3)}” „${words(3)}“`, `please correct “${words(3)}`],
    [`"${words(3)}" "${words(1)}" correct`, `"${words(3)}" "${words(1)} correct`],
  ]);
});
