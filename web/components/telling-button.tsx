import { Component } from 'preact';
import { words } from '../words.ts';

type Props = {
  label: string;
  /** What it says when it is done. */
  told: string;
  /** Null when there is nothing to tell. */
  act: () => Promise<boolean | null>;
  /** Names what it acts on where the label alone would not. */
  about?: string;
};

const SHOWN_MS = 2000;

/** A button that says for two seconds how its act came out. */
export class TellingButton extends Component<Props, { outcome: boolean | null }> {
  override state = { outcome: null };
  timer = 0;

  override componentWillUnmount() {
    clearTimeout(this.timer);
  }

  act = async () => {
    this.setState({ outcome: await this.props.act() });
    clearTimeout(this.timer);
    this.timer = Number(setTimeout(() => this.setState({ outcome: null }), SHOWN_MS));
  };

  render({ label, told, about }: Props, { outcome }: { outcome: boolean | null }) {
    return (
      <button type="button" class="tool telling" onClick={this.act}>
        <span aria-live="polite">{outcome === null ? label : outcome ? told : words.notCopied}</span>
        {about !== undefined && <span class="off-screen"> {about}</span>}
      </button>
    );
  }
}
