// Runs in a process of its own, whose peak of memory is measured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlocks, readXml, textOfElement } from './zip-of-xml.ts';

test('the empty lines of a paragraph take no memory, whatever their number', () => {
  const blocks = createBlocks();
  blocks.add(`First \n  line.${'\n \n'.repeat(10_000_000)}Second.`);
  const before = process.resourceUsage().maxRSS;
  blocks.end();
  const addedMb = (process.resourceUsage().maxRSS - before) / 1024;
  assert.equal(blocks.text(), 'First\nline.\nSecond.');
  assert.ok(addedMb < 200, `${addedMb} MB`);
});

test('any number of elements may follow each other, but nesting has a limit', () => {
  assert.doesNotThrow(() => readXml('<a>b</a>'.repeat(5_000), { open: () => undefined }));
  assert.throws(() => readXml('<a>'.repeat(5_000), { open: () => undefined }), /too deeply/);
});

test('an element has a thousand attributes at most, but there may be any number of such elements', () => {
  const element = (count: number) => {
    const attributes = Array.from({ length: count }, (_, at) => ` a${at}="b"`);
    return `<a${attributes.join('')}/>`;
  };
  const seen: number[] = [];
  readXml(element(1_000).repeat(3), {
    open: (_, attributes) => void seen.push(Object.keys(attributes).length),
  });
  assert.deepEqual(seen, [1_000, 1_000, 1_000]);
  assert.throws(() => readXml(element(1_001), { open: () => undefined }), /too many attributes/);
});

test('the text of an element includes that of the elements inside', () => {
  assert.equal(textOfElement('<a><b>one <c>two</c></b><b>three</b></a>', 'b'), 'one two');
});
