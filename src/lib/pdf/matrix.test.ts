import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { IDENTITY, type Matrix, multiply, type Point, toMatrix, transform } from './matrix.ts';

const number = fc.integer({ min: -50, max: 50 });
const matrix: fc.Arbitrary<Matrix> = fc.tuple(number, number, number, number, number, number);
const point: fc.Arbitrary<Point> = fc.tuple(number, number);
/** Without negative zeros. */
const plain = (numbers: readonly number[]) => numbers.map((each) => each + 0);

test('a product moves a point as its inner and then its outer transformation do', () => {
  assert.deepEqual(transform([1, 2, 3, 4, 5, 6], [10, 100]), [315, 426]);
  fc.assert(
    fc.property(matrix, matrix, point, (outer, inner, at) => {
      assert.deepEqual(
        plain(transform(multiply(outer, inner), at)),
        plain(transform(outer, transform(inner, at))),
      );
      assert.deepEqual(plain(multiply(outer, IDENTITY)), plain(outer));
      assert.deepEqual(plain(multiply(IDENTITY, outer)), plain(outer));
    }),
  );
});

test('six finite numbers are a transformation, in an array of any kind; nothing else is', () => {
  const six: Matrix = [1, 2, 3, 4, 5, 6];
  assert.deepEqual([toMatrix(six), toMatrix(new Float32Array(six)), toMatrix([...six, 7])], [six, six, six]);
  for (const wrong of [six.slice(1), [...six.slice(1), Number.NaN], [...six.slice(1), '6'], '123456', null])
    assert.equal(toMatrix(wrong), null);
});
