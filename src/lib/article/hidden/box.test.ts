import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBoxUnseen, toOpacity } from './box.ts';

const SCALE = { emPx: 16, remPx: 16, wholePx: 1000 };

/** Whether an element with these longhand declarations is invisible. */
function isUnseen(declarations: string, tag = 'p'): boolean {
  const styles = declarations.split(';').map((declaration): [string, string] => {
    const [name = '', value = ''] = declaration.split(':');
    return [name, value];
  });
  return isBoxUnseen(tag, new Map(styles), SCALE);
}

function holds(unseen: readonly string[], seen: readonly string[]): void {
  for (const styles of unseen) assert.equal(isUnseen(styles), true, styles);
  for (const styles of seen) assert.equal(isUnseen(styles), false, styles);
}

test('hides elements that are not displayed, and no others', () => {
  holds(['display:none', 'content-visibility:hidden'], ['display:block', 'content-visibility:auto']);
});

test('hides text cut off by a box of at most one pixel, unless the box grows with its content', () => {
  holds(
    [
      'overflow-x:hidden;height:1px',
      'overflow-y:hidden;height:1px',
      'overflow-x:hidden;width:1px',
      'overflow-x:hidden;max-height:0',
      'overflow-x:hidden;max-width:1px',
      'overflow-x:hidden;height:0;min-height:1px',
      'overflow-x:hidden;max-height:0;flex-grow:1',
      'overflow-x:hidden;height:0;padding-top:1px',
      'overflow-x:hidden;width:0;flex-grow:0',
      'overflow-x:hidden;height:0;width:0;padding-top:9px',
    ],
    [
      'overflow-x:hidden;height:1.1px',
      'overflow-x:visible;height:0',
      'height:0',
      'overflow-x:hidden;width:2px',
      'overflow-x:hidden;max-height:2px',
      'overflow-x:hidden;height:0;min-height:2px',
      'overflow-x:hidden;height:0;flex-grow:1',
      'overflow-x:hidden;height:0;padding-top:2px',
      'overflow-x:hidden;height:0;padding-bottom:2px',
      'overflow-x:hidden;width:0;padding-left:2px',
      'overflow-x:hidden;width:0;padding-right:2px',
      'overflow-x:hidden;width:0;min-width:2px',
      'overflow-x:hidden;width:0;flex-grow:2',
      'overflow-x:hidden;height:0;display:table-cell',
    ],
  );
});

test('hides text outside an empty clip', () => {
  holds(
    [
      'clip:rect(0,0,0,0);position:absolute',
      'clip:rect(0 0 0 0);position:fixed',
      'clip:rect(0,1px,9px,0);position:absolute',
      'clip:rect(0,9px,1px,0);position:absolute',
      'clip:rect(5px,9px,6px,auto);position:absolute',
    ],
    [
      'clip:rect(0,0,0,0)',
      'clip:rect(0,0,0,0);position:relative',
      'clip:rect(0,9px,9px,0);position:absolute',
      'clip:rect(0,2px,9px,0);position:absolute',
      'clip:rect(auto,auto,auto,auto);position:absolute',
      'clip:auto;position:absolute',
    ],
  );
});

test('hides text outside an empty clip path', () => {
  holds(
    [
      'clip-path:inset(50%)',
      'clip-path:inset(100% 0 0 0)',
      'clip-path:inset(0 60% 0 40%)',
      'clip-path:inset(60% 0 40%)',
      'clip-path:inset(50% round 3px)',
      'clip-path:circle(0)',
      'clip-path:circle(1px at 50% 50%)',
      'clip-path:ellipse(5px 0)',
      'clip-path:polygon(0 0,0 0)',
      'clip-path:polygon(0 0,9px 0)',
      'clip-path:polygon(0 0,0 9px)',
    ],
    [
      'clip-path:inset(49%)',
      'clip-path:inset(0 60% 0 39%)',
      'clip-path:circle(2px)',
      'clip-path:polygon(0 0,9px 9px)',
      'clip-path:path(x)',
      'clip-path:none',
    ],
  );
});

test('hides text that is moved to a place that no scrolling reaches', () => {
  holds(
    [
      'position:absolute;left:-500px',
      'position:relative;left:-500px',
      'position:fixed;left:-500px',
      'position:sticky;left:-500px',
      'position:absolute;left:-500px;margin-left:-1px',
      'position:absolute;right:-500px',
      'position:absolute;left:-100%',
      'position:absolute;top:-500px',
      'position:absolute;bottom:-500px',
      'position:absolute;left:2560px',
      'position:absolute;right:2560px',
      'position:absolute;bottom:2560px',
      'margin-left:-1500px',
      'margin-left:-1500px;left:-1px',
      'margin-top:-1500px',
    ],
    [
      'position:absolute;left:-499px',
      'left:-500px',
      'position:static;left:-999px',
      'position:absolute;left:-500px;margin-left:1px',
      'position:absolute;right:-499px',
      'position:absolute;left:-500px;right:-500px',
      'position:absolute;top:-499px',
      'position:absolute;top:-500px;margin-top:1px',
      'position:absolute;bottom:-499px',
      'position:absolute;left:2559px',
      'position:absolute;top:2560px',
      'margin-left:-1499px',
      'margin-left:-1500px;padding-left:1px',
      'margin-left:-1500px;left:1px',
      'margin-top:-1499px',
      'margin-top:-1500px;padding-top:1px',
    ],
  );
});

test('hides text that a transform shrinks to nothing or moves away', () => {
  holds(
    [
      'transform:scale(0)',
      'transform:scale(.05)',
      'transform:scale(-0.01)',
      'transform:scale(1,0)',
      'transform:scalex(0)',
      'transform:scaley(5%)',
      'scale:0',
      'zoom:0',
      'transform:matrix(0,0,0,1,0,0)',
      'transform:matrix(1,0,0,0,0,0)',
      'transform:translate(-1500px)',
      'transform:translatex(2560px)',
      'transform:translatey(-1500px)',
      'transform:translate(0,2560px)',
      'transform:rotate(9deg) scale(0)',
    ],
    [
      'transform:scale(.06)',
      'transform:scaley(6%)',
      'transform:scalez(0)',
      'zoom:.1',
      'scale:1;zoom:0',
      'transform:matrix(0,1,0,1,0,0)',
      'transform:matrix(1,0,0,1,0,0)',
      'transform:translate(-1499px)',
      'transform:translate(-100%)',
    ],
  );
});

test('hides text that a filter makes transparent', () => {
  holds(
    ['filter:opacity(0)', 'filter:opacity(5%)', 'filter:opacity(.05)', 'filter:blur(1px) opacity(0)'],
    ['filter:opacity(6%)', 'filter:blur(9px)'],
  );
});

test('the cells of a table grow with their content', () => {
  for (const tag of ['td', 'th', 'tr', 'table'])
    assert.equal(isUnseen('overflow-x:hidden;height:0', tag), false, tag);
  assert.equal(isUnseen('overflow-x:hidden;height:0', 'div'), true);
  assert.equal(isUnseen('display:none', 'td'), true);
});

test('an opacity is between 0 and 1, and 1 if it is not supported', () => {
  const read = ['0', '1', '.5', '50%', '-1', '7', '150%', 'x', undefined].map((text) => toOpacity(text));
  assert.deepEqual(read, [0, 1, 0.5, 0.5, 0, 1, 1, 1, 1]);
});
