import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../../../test/support/seen-text.ts';

const button = (more = '') => `<button aria-expanded=false aria-controls=panel ${more}>Open</button>`;

test('shows panels that a button, a link or a tab with a text opens', () => {
  const closed = [
    'hidden',
    'aria-hidden=true',
    'style="display:none"',
    'style="visibility:hidden"',
    'style="height:0;overflow:hidden"',
    'aria-hidden=true style="max-height:0;overflow:hidden"',
  ];
  for (const way of closed) {
    assert.equal(seenIn(`${button()}<div id=panel ${way}>told</div>`), 'Opentold', way);
    assert.equal(seenIn(`<div id=panel ${way}>secret</div>`), '', way);
  }
  const tab = '<ul role=tablist><li role=tab id=tab aria-controls=panel>Open</li></ul>';
  assert.equal(seenIn(`${tab}<div id=panel role=tabpanel hidden>told</div>`), 'Opentold');
  assert.equal(
    seenIn(`<p role=tab id=tab>Open</p><div role=tabpanel aria-labelledby=tab hidden>told</div>`),
    'Opentold',
  );
  assert.equal(
    seenIn('<a aria-controls="other panel" aria-expanded=false>Open</a><p id=panel hidden>told</p>'),
    'Opentold',
  );
});

test('keeps panels hidden that no reader can open', () => {
  const panel = '<div id=panel hidden>secret</div>';
  assert.equal(seenIn(`<button aria-controls=panel>Open</button>${panel}`), 'Open');
  assert.equal(seenIn(`<div style="display:none">${button()}</div>${panel}`), '');
  assert.equal(seenIn(`${button('style="opacity:0"')}${panel}`), '');
  assert.equal(
    seenIn(`<button aria-expanded=false aria-controls=panel> <b hidden>x</b></button>${panel}`),
    ' ',
  );
  assert.equal(seenIn(`<p aria-expanded=false aria-controls=panel>Open</p>${panel}`), 'Open');
  assert.equal(seenIn(`<div hidden>${button()}<div id=panel hidden>secret</div></div>`), '');
  assert.equal(seenIn(`<div id=panel hidden>${button()}secret</div>`), '');
});

test('keeps dialogs and menus hidden', () => {
  assert.equal(seenIn(`${button()}<div id=panel role=dialog hidden>secret</div>`), 'Open');
  assert.equal(seenIn(`${button('aria-haspopup=menu')}<div id=panel hidden>secret</div>`), 'Open');
});

test('keeps text hidden if something other than the closed panel hides it', () => {
  assert.equal(
    seenIn(`${button()}<div id=panel hidden>told<p style="display:none">secret</p></div>`),
    'Opentold',
  );
  assert.equal(seenIn(`${button()}<div id=panel hidden style="font-size:0">secret</div>`), 'Open');
  assert.equal(
    seenIn(`${button()}<div id=panel style="position:absolute;left:-9999px">secret</div>`),
    'Open',
  );
  assert.equal(seenIn(`${button()}<div id=panel style="opacity:0">secret</div>`), 'Open');
});

test('opens panels inside panels, but not two panels that would open each other', () => {
  const inner = '<a aria-expanded=false aria-controls=inner>More</a><p id=inner hidden>told</p>';
  assert.equal(seenIn(`${button()}<div id=panel hidden>${inner}</div>`), 'OpenMoretold');
  const one = '<div id=one hidden><a aria-expanded=false aria-controls=two>secret</a></div>';
  const two = '<div id=two hidden><a aria-expanded=false aria-controls=one>secret</a></div>';
  assert.equal(seenIn(one + two), '');
});
