import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { askCommand } from './ask.ts';
import { doctorCommand } from './doctor.ts';
import { commandHelp, commands, helpText } from './help.ts';
import { indexCommand } from './index-documents.ts';

const { signal } = new AbortController();
const never = () => assert.fail('nothing may be done');

test('the help of every command has its usage, its options and examples', () => {
  const all = helpText('1.2.3');
  for (const { name, parameters, options, examples } of commands) {
    const usage = `sayso ${name} ${parameters}`.trimEnd();
    const help = commandHelp(name) ?? '';
    assert.ok(help.startsWith(`Usage: ${usage}\n`), name);
    for (const words of [...options.flat(), ...examples]) assert.ok(help.includes(words), words);
    assert.ok(all.includes(`  ${usage} `), usage);
    assert.ok(
      help.split('\n').every((line) => line.length <= 100),
      name,
    );
  }
  assert.equal(commandHelp('docter'), null);
});

test('the message about wrong usage names only options that are in the help', async () => {
  const wrong = ['--no-such-option'];
  for (const [name, run] of Object.entries({
    ask: () =>
      askCommand(
        {
          args: wrong,
          deadlines: { quick: 1, deep: 1 },
          maxQueryChars: 2000,
          ask: never,
          caller: { name: '' },
        },
        signal,
      ),
    doctor: () => doctorCommand(wrong, never, signal),
    index: () => indexCommand(wrong, never, signal),
  })) {
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Failure);
    const usage = error.message.slice(error.message.indexOf('Usage:'));
    for (const option of usage.match(/--[a-z-]+/g) ?? [])
      assert.ok(commandHelp(name)?.includes(option), `${name}: ${option}`);
  }
});
