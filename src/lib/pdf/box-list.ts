import { type Box, boxAround, isInside } from './box.ts';
import type { Point } from './matrix.ts';

/** Boxes on a page. */
export type BoxList = {
  readonly add: (box: Box) => void;
  readonly has: (point: Point) => boolean;
};

/** Beyond this number, boxes are joined with the last one, so that looking up a point takes little time. */
const MAX_BOXES = 300;

/** Creates an empty list; a point is in the list if it is in one of its boxes. */
export function createBoxList(): BoxList {
  const boxes: Box[] = [];
  return {
    add(box) {
      const last = boxes.length < MAX_BOXES ? undefined : boxes.pop();
      boxes.push(last === undefined ? box : boxAround(last, box));
    },
    has: (point) => boxes.some((box) => isInside(point, box)),
  };
}
