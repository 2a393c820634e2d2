import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type HtmlElement, isElement } from './html-element.ts';
import { parseHtml } from './html-tree.ts';

/** Elements that a parser of the HTML Standard adds around others. */
const ADDED: ReadonlySet<string> = new Set(['', '#document', 'html', 'head', 'body', 'tbody']);

/** Each text with the tags around it, outermost first. */
type Places = readonly (readonly [text: string, tags: string])[];

function placesIn(element: HtmlElement, around: readonly string[] = []): Places {
  return element.children.flatMap((child) =>
    isElement(child)
      ? placesIn(child, ADDED.has(child.tag) ? around : [...around, child.tag])
      : [[child, around.join(' ')] as const],
  );
}

function placesByStandard(node: DefaultTreeAdapterTypes.Node, around: readonly string[] = []): Places {
  if ('value' in node) return [[node.value, around.join(' ')]];
  if (!('childNodes' in node)) return [];
  const name = node.nodeName.toLowerCase();
  return node.childNodes.flatMap((child) =>
    placesByStandard(child, ADDED.has(name) ? around : [...around, name]),
  );
}

/** Texts that follow each other in the same elements become one. */
function joined(places: Places): Places {
  const all: [string, string][] = [];
  for (const [text, tags] of places) {
    const last = all.at(-1);
    if (last?.[1] === tags) last[0] += text;
    else all.push([text, tags]);
  }
  return all;
}

test('every text is in the same elements as in a browser', () => {
  for (const html of [
    '<p>a<p>b</p>c',
    '<p>a<div>b</div>c',
    '<ul><li>a<li>b<ul><li>c</ul>d</ul>e',
    '<dl><dt>a<dd>b<dt>c</dl>d',
    '<select><option>a<option>b</select>c',
    '<h1>a</h2>b',
    '<div><span>a</div>b',
    '<div><p>a<span>b</div>c',
    '<section>a</div>b</section>c',
    '<li>a</ul>b</li>c',
    '<a href=x>a<div>b</div></a>c',
    '<table><tr><td>a<td>b<tr><th>c</table>d',
    '<table><tr><td><table><tr><td>a</table>b</table>c',
    '<table><caption>a</caption><tr><td>b</td></tr></table>c',
    '<table><tr><td><div>a</td></tr></table>b',
    '<table><tr><td>a</div>b</td></tr></table>c',
    '<br>a</br>b<hr>c',
    '<p>a</p></p>b',
    '<form>a<form>b</form>c</form>d',
    '<image>a<img>b',
    '<svg><g>a<g/>b</g></svg>c',
    '<svg><desc><p>a</p></desc>b</svg>c',
    '<svg>a<p>b</p>c',
    '<math><mi>a</mi><mo/>b</math>c',
    '<div/>a</div>b',
    'a &amp; b &lt;c&gt; &eacute;',
    '<style>a &amp; b</style>c &amp; d',
    '<svg><style>a &amp; b</style></svg>c',
    '<x-y>a<z>b</x-y>c',
    '<button>a<button>b</button>c',
    '<ruby>a<rt>b<rt>c</ruby>d',
    '<label>a<input>b</label>c',
    '<p>a<table><tr><td>b</table>c',
    '<h1>a<h2>b</h2>c',
    '<object><p>a</object>b',
  ])
    assert.deepEqual(
      joined(placesIn(parseHtml(html))),
      joined(placesByStandard(parse(`<!doctype html>${html}`))),
      html,
    );
});
