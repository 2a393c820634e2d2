import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCode } from './code.ts';

test('recognises code, stack traces and table rows', () => {
  for (const text of [
    "const sky = require('sky');",
    'print("The sky is blue")',
    'sky.on("blue", () => done())',
    'sky.color = blue',
    "console.log(err, res) // null, 'hello world!'",
    '</div>',
    'at Module.load (node:internal/modules/cjs/loader:1024:32)',
    'at com.example.Sky.paint(Sky.java:12)',
    'Traceback (most recent call last):',
    'File "sky.py", line 3, in paint',
    'TypeError: sky is not a function',
    'java.lang.IllegalStateException: the sky is down',
    '| sky | blue | 3 |',
    'Chad 2012 11.2 34 5% 1,284',
  ])
    assert.ok(isCode(text), text);
});

test('treats sentences with code, numbers and symbols as sentences', () => {
  for (const text of [
    'Call app.listen() to start the server.',
    'The option is set with `color = blue` in the file.',
    'In 2012, 2013 and 2014 the area was 1,284 square kilometres.',
    'At noon the sky is blue: nothing scatters it.',
    'A TypeError is thrown when the sky is not a function.',
    '北京是中国的首都。',
  ])
    assert.ok(!isCode(text), text);
});
