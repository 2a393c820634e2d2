import { copyToClipboard } from '../browser/clipboard.ts';
import { asideWords } from '../languages/aside-words.ts';

/**
 * Code scrolls on its own, and by keyboard too; its language is named, and a button copies it. Framed code
 * stays as it is.
 */
export function frameCode(text: Element): void {
  for (const code of text.querySelectorAll('pre')) {
    if (code.parentElement?.className === 'code-frame') continue;
    const frame = document.createElement('div');
    frame.className = 'code-frame';
    const language = /language-(\S+)/.exec(code.firstElementChild?.className ?? '')?.[1];
    if (language !== undefined) frame.dataset.language = language;
    code.tabIndex = 0;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.title = asideWords.copyCode;
    button.setAttribute('aria-label', asideWords.copyCode);
    button.addEventListener('click', () => void copyCode(code, button));
    code.replaceWith(frame);
    frame.append(code, button);
  }
}

/** Copies the code; the label of the button tells whether that worked. */
async function copyCode(code: Element, button: Element): Promise<void> {
  const isCopied = await copyToClipboard(code.textContent);
  button.setAttribute('aria-label', isCopied ? asideWords.copied : asideWords.notCopied);
  button.classList.toggle('done', isCopied);
}
