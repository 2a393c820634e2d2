import { Component } from 'preact';
import { words } from '../languages/words.ts';

type TellingButtonProps = {
  label: string;
  /** Its label after success. */
  told: string;
  /** Null if there is no outcome to show. */
  act: () => Promise<boolean | null>;
  /** A description of the button's object, if its label alone does not name it. */
  about?: string;
};

const SHOWN_MS = 2000;

/** A button that shows the outcome of its action for two seconds. */
export class TellingButton extends Component<TellingButtonProps, { outcome: boolean | null }> {
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

  render({ label, told, about }: TellingButtonProps, { outcome }: { outcome: boolean | null }) {
    return (
      <button type="button" class="tool telling" onClick={this.act}>
        <span aria-live="polite">{outcome === null ? label : outcome ? told : words.notCopied}</span>
        {about !== undefined && <span class="off-screen"> {about}</span>}
      </button>
    );
  }
}
