import { Component, type FunctionComponent } from 'preact';
import { loadLater } from './load-later.ts';

type Later = Awaited<ReturnType<typeof loadLater>>;

/** From the first load on, every lazy component is drawn at once, so that nothing moves. */
let loaded: Later | null = null;

/**
 * A component of the file that is loaded after the first paint. Until then, and if it cannot be loaded, it
 * shows `Instead`, or nothing.
 */
export function lazy<Props extends object>(
  choose: (later: Later) => FunctionComponent<Props>,
  Instead: FunctionComponent<Props> = () => null,
): FunctionComponent<Props> {
  class Lazy extends Component<Props> {
    override componentDidMount() {
      if (loaded !== null) return;
      const show = (later: Later) => {
        loaded = later;
        this.setState({});
      };
      loadLater().then(show, () => undefined);
    }

    render(props: Props) {
      const Shown = loaded === null ? Instead : choose(loaded);
      return <Shown {...props} />;
    }
  }
  return Lazy as unknown as FunctionComponent<Props>;
}
