import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALLOWED_TAGS } from '@sayso/markdown/html.ts';
import { ALLOWED_URL_STARTS } from '@sayso/markdown/markdown.ts';
import { ALLOWED_MATH_ATTRIBUTES, ALLOWED_MATH_TAGS } from '@sayso/markdown/math.ts';
import { render } from '../../src/render/render.ts';
import {
  allowedAttributes,
  allowedElements,
  allowedMathAttributes,
  allowedMathElements,
  allowedSchemes,
} from './trusted-html.ts';

test("the page's sanitizer keeps everything that the service's allow-list keeps", () => {
  const dropped = [...ALLOWED_TAGS, 'a'].filter((tag) => !allowedElements.includes(tag));
  assert.deepEqual(dropped, []);
  const schemes = ALLOWED_URL_STARTS.map((start) => `${start.split(':')[0]}:`);
  assert.deepEqual(
    schemes.filter((scheme) => !allowedSchemes.includes(scheme)),
    [],
  );
});

test("the page's sanitizer keeps every attribute that answers use", () => {
  const source = { index: 1, url: 'https://a.test/', title: 'A', snippet: '', passages: [] };
  const markdown = [
    'Text [1] and [a link](https://b.test "title").',
    '3. three\n4. four',
    '| a | b |\n|---|--:|\n| 1 | 2 |',
    '> said',
    '```py\ncode\n```',
    '# Heading',
  ].join('\n\n');
  const { html } = render(markdown, [source], 'en');
  const names = [...html.matchAll(/ ([a-z-]+)="/g)].map((match) => match[1] ?? '');
  assert.ok(['dir', 'start', 'align', 'class', 'href', 'rel', 'title'].every((name) => names.includes(name)));
  assert.deepEqual(
    names.filter((name) => !allowedAttributes.includes(name)),
    [],
  );
});

test("the page's sanitizer allows in formulas exactly what the service allows", () => {
  assert.deepEqual(allowedMathElements, [...ALLOWED_MATH_TAGS]);
  assert.deepEqual(allowedMathAttributes, [...ALLOWED_MATH_ATTRIBUTES]);
});
