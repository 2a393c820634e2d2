import { Component } from 'preact';
import { words } from '../languages/words.ts';

type WaitingProps = { seconds: number };

/** If the wait is at least this many seconds, a time of day is more useful than a countdown. */
const LONG_SECONDS = 90;

/**
 * Shows how long to wait: counts down the seconds and disappears at the end; a long wait is shown as a time
 * of day.
 */
export class Waiting extends Component<WaitingProps, { left: number }> {
  override state = { left: this.props.seconds };
  // Timers of a page in the background rarely run, so the remaining time is calculated, not counted down.
  readonly end: number = Date.now() + this.props.seconds * 1000;
  timer = 0;

  override componentDidMount() {
    const count = () => this.setState({ left: Math.max(0, Math.ceil((this.end - Date.now()) / 1000)) });
    this.timer = Number(setInterval(count, 1000));
  }

  override componentWillUnmount() {
    clearInterval(this.timer);
  }

  render({ seconds }: WaitingProps, { left }: { left: number }) {
    if (seconds > LONG_SECONDS) return words.waitUntil(this.end);
    return left > 0 ? words.waitSeconds(left) : '';
  }
}
