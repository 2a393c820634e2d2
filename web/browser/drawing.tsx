import { Component, type ComponentChild, type FunctionComponent } from 'preact';
import type { FieldState } from '../state/state.ts';

/** What the first paint does not need, with its texts; `frame/later.ts` declares the rest of it. */
export interface Later {
  settleAsideWords(language: string): Promise<void>;
}

let loaded: Later | null = null;

/** From now on, every lazy component is drawn, at once, so that nothing moves. */
export function showLater(later: Later): void {
  loaded = later;
  drawAllAgain();
}

/** A component that is loaded after the first paint. Until then, it shows `Instead`, or nothing. */
export function lazy<Props extends object>(
  choose: (later: Later) => FunctionComponent<Props>,
  Instead: FunctionComponent<Props> = () => null,
): FunctionComponent<Props> {
  return (props) => {
    const Shown = loaded === null ? Instead : choose(loaded);
    return <Shown {...props} />;
  };
}

/** The parts of the state that only the field shows; they change with every key. */
const OF_THE_FIELD: ReadonlySet<string> = new Set<keyof FieldState>(['draft', 'note', 'queue']);

/** The number of times that something outside the properties has changed. */
let changes = 0;

/** Makes every component draw itself again, after the page's texts have changed. */
export function drawAllAgain(): void {
  changes++;
}

/**
 * A component that is drawn again only if one of its properties has changed. Of the property `state`, what
 * only the field shows does not count.
 */
export function memo<Props extends object>(
  component: (props: Props) => ComponentChild,
): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    drawnAfter = 0;

    override shouldComponentUpdate(next: Props) {
      return this.drawnAfter !== changes || !isSame(this.props, next);
    }

    render(props: Props) {
      this.drawnAfter = changes;
      return component(props);
    }
  }
  return Memo as unknown as FunctionComponent<Props>;
}

function isSame(one: object, other: object): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    if (OF_THE_FIELD.has(name)) return true;
    const [value, next]: unknown[] = [Reflect.get(one, name), Reflect.get(other, name)];
    return value === next || (name === 'state' && isSame(Object(value), Object(next)));
  });
}
