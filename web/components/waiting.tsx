import { Component } from 'preact';
import { words } from '../words.ts';

type Props = { seconds: number };

/** Seconds from which a time of day says more than a count of them. */
const LONG_SECONDS = 90;

/** Says how long to wait: it counts the seconds down, and falls silent when they are over; a long wait is told as a time of day. */
export class Waiting extends Component<Props, { left: number }> {
  override state = { left: this.props.seconds };
  // A page in the background is woken rarely, so what is left is measured instead of counted.
  readonly end: number = Date.now() + this.props.seconds * 1000;
  timer = 0;

  override componentDidMount() {
    const count = () => this.setState({ left: Math.max(0, Math.ceil((this.end - Date.now()) / 1000)) });
    this.timer = Number(setInterval(count, 1000));
  }

  override componentWillUnmount() {
    clearInterval(this.timer);
  }

  render({ seconds }: Props, { left }: { left: number }) {
    if (seconds > LONG_SECONDS) return words.waitUntil(this.end);
    return left > 0 ? words.waitSeconds(left) : '';
  }
}
