import { Component, type FunctionComponent } from 'preact';
import { loadLater } from './load-later.ts';

type Later = Awaited<ReturnType<typeof loadLater>>;

/**
 * A component of the file that is loaded after the first paint. Until then, and if it cannot be loaded, it
 * shows `Instead`, or nothing.
 */
export function lazy<Props extends object>(
  choose: (later: Later) => FunctionComponent<Props>,
  Instead: FunctionComponent<Props> = () => null,
): FunctionComponent<Props> {
  let Loaded = Instead;
  class Lazy extends Component<Props> {
    override componentDidMount() {
      if (Loaded !== Instead) return;
      loadLater().then(
        (later) => {
          Loaded = choose(later);
          this.setState({});
        },
        () => undefined,
      );
    }

    render(props: Props) {
      return <Loaded {...props} />;
    }
  }
  return Lazy as unknown as FunctionComponent<Props>;
}
