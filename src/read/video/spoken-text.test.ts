import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { cuesOf } from './cues.ts';
import { joinSpoken, toDescription, toSpokenText } from './spoken-text.ts';

const read = (file: string) => toSpokenText(cuesOf(file));

test("YouTube's older forms are read, and what they escape twice", () => {
  // `transcript.xml.static` in https://github.com/jdepoix/youtube-transcript-api has the first form.
  const srv1 = `<?xml version="1.0" encoding="utf-8" ?><transcript>
    <text start="0" dur="1.54">Hey, it&amp;#39;s just a test</text>
    <text start="61.54" dur="4.16">not the <b>original</b> one</text></transcript>`;
  assert.deepEqual(read(srv1), {
    text: "Hey, it's just a test not the original one",
    starts: [
      { at: 0, second: 0 },
      { at: 22, second: 61 },
    ],
  });
  // `test_generate_srt_captions` in the tests of https://github.com/pytube/pytube has the second.
  const srv3 = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><pen id="1"/></head><body>
<w t="0" id="1"/><p t="320" d="1700" w="1"><s ac="255">for</s><s t="281"> years</s></p>
<p t="1750" d="2410" w="1" a="1">
</p><p t="5760" d="5119" w="1"><s>it is one</s></p></body></timedtext>`;
  assert.deepEqual(read(srv3).text, 'for years it is one');
  assert.deepEqual(read(srv3).starts.at(-1), { at: 10, second: 5 });
});

test('captions that roll have each line once', () => {
  const file = `WEBVTT
Kind: captions
Language: en

00:00:00.080 --> 00:00:02.790 align:start position:0%
 
so<00:00:00.240><c> this</c><00:00:00.480><c> is</c>

00:00:02.790 --> 00:00:02.800 align:start position:0%
so this is
 

00:00:02.800 --> 00:00:05.000 align:start position:0%
so this is
how<00:00:03.000><c> glass</c> is made

00:00:05.000 --> 00:00:05.010
how glass is made

00:00:05.010 --> 00:00:07.000
[Music]
`;
  assert.deepEqual(read(file), {
    text: 'so this is how glass is made',
    starts: [
      { at: 0, second: 0 },
      { at: 11, second: 2 },
    ],
  });
});

test('paragraphs end where sentences end, or where there are no sentences after a while', () => {
  const cue = (line: string, at: number) =>
    `00:${String(at).padStart(2, '0')}.000 --> 00:59.000\n${line}\n\n`;
  const vtt = (lines: readonly string[]) => `WEBVTT\n\n${lines.map(cue).join('')}`;
  const sentence = 'Glass is melted in a furnace and then it is poured on a table.';
  const told = read(
    vtt(
      Array(6)
        .fill(0)
        .map((_, at) => `${at} ${sentence}`),
    ),
  );
  assert.equal(told.text.split('\n\n').length, 3);
  assert.ok(told.text.split('\n\n').every((block) => block.endsWith('.')));
  for (const { at, second } of told.starts) assert.equal(told.text.slice(at, at + 1), String(second));
  const unstopped = read(
    vtt(
      Array(30)
        .fill(0)
        .map((_, at) => `${at} and so it goes on and on without an end`),
    ),
  );
  const lengths = unstopped.text.split('\n\n').map((block) => block.length);
  assert.ok(Math.max(...lengths) < 400 && lengths.length > 3, `${lengths}`);
  assert.equal(read(vtt(['ガラスを', '溶かします'])).text, 'ガラスを溶かします');
});

test('what is not a file of captions, or has impossible times, is left out', () => {
  const odd = {
    events: [
      { tStartMs: 1e300, segs: [{ utf8: 'a' }] },
      { tStartMs: 'x', segs: [{ utf8: 'b' }] },
    ],
  };
  const nested = `{"events":${'['.repeat(100_000)}`;
  for (const file of [
    '',
    'plain words',
    '{"events": 7}',
    '[]',
    nested,
    JSON.stringify(odd),
    '<p',
    'WEBVTT',
    '<html><p>Hi</p>',
  ])
    assert.deepEqual(read(file), { text: '', starts: [] }, file.slice(0, 30));
  const words = '&lt;script&gt;alert(1)&lt;/script&gt; \u202eabc\u200b\u{e0041}';
  const hostile = `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
  assert.equal(read(hostile).text, '<script>alert(1)</script> abc');
});

test('the work grows in proportion to the file', async () => {
  for (const part of [
    '<',
    '<p t="1"',
    '<text start="1" ',
    '00:00:01.000 --> 00:00:02.000\na\n\n',
    'a<b',
    '&amp;',
    '{"',
    '[',
    '" ',
    '<p t="1">a',
  ]) {
    const starts = ['WEBVTT\n\n00:01.000 -->\n', '<p t="1">', '{"events":['];
    for (const start of starts) await assertProportional((size) => read(start + part.repeat(size)), 3_000);
  }
});

test('a description keeps the times of its chapters when captions follow it', () => {
  const joined = joinSpoken(toDescription('0:10 One\nend'), { text: 'said', starts: [{ at: 0, second: 3 }] });
  assert.equal(joined.text, '0:10 One\nend\n\nsaid');
  assert.deepEqual(joined.starts, [
    { at: 0, second: 10 },
    { at: 9, second: null },
    { at: 14, second: 3 },
  ]);
});
