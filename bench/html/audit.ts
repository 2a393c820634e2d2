import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const ACTIVE_TAGS = [
  ...['script', 'iframe', 'object', 'embed', 'applet', 'base', 'meta', 'link', 'form', 'frame', 'frameset'],
  ...['style', 'math', 'svg', 'template', 'noscript', 'img', 'video', 'audio', 'source', 'input', 'button'],
];
const ACTIVE = new RegExp(`^(?:${ACTIVE_TAGS.join('|')})$`);
const URL_ATTRIBUTE = /^(?:href|src|action|formaction|xlink:href|data|poster|background|srcset|ping)$/;
const SAFE_URL = /^(?:https?:\/\/|mailto:)/i;

/** The parts of the HTML that are active or load something, parsed as in a browser; empty for safe HTML. */
export function findActive(html: string): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) {
      if (ACTIVE.test(node.tagName)) found.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (/^on|^srcdoc$|^style$|^id$|^name$/i.test(name)) found.push(name);
        if (URL_ATTRIBUTE.test(name) && !SAFE_URL.test(value)) found.push(`${name}=${value}`);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return found;
}
