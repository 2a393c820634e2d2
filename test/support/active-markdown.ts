import Parser from 'markdown-it';
import { parse } from 'parse5';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

/**
 * Two common parsers, as lenient as programs configure them: with raw HTML, and with bare addresses as
 * links.
 */
const lenient = new Parser({ html: true, linkify: true });
lenient.linkify.set({ fuzzyLink: false });
const gfm = remark().use(remarkGfm);

/**
 * What a program would do with this Markdown besides showing it: the elements and links that two common
 * parsers make of it, except links to these hosts and to plain e-mail addresses.
 */
export function activeParts(markdown: string, hosts: readonly string[]): readonly string[] {
  const isAllowed = (url: string) => {
    if (/^mailto:[^?]*$/i.test(url)) return true;
    const parsed = URL.parse(url);
    if (parsed === null || parsed.username !== '' || !/^https?:$/.test(parsed.protocol)) return false;
    return hosts.includes(parsed.hostname.replace(/^www\./, ''));
  };
  const found: string[] = [];
  visit(gfm.parse(markdown) as MdastNode, ({ type, url = '', value = '' }) => {
    if (type === 'link' && !isAllowed(url)) found.push(`remark: link ${url}`);
    if (/^(?:image|imageReference|linkReference|definition|footnoteDefinition|html)$/.test(type))
      found.push(`remark: ${type} ${url}${value}`);
  });
  visit(parse(lenient.render(markdown)) as unknown as HtmlNode, (node) => {
    const { tagName = '', nodeName = '', attrs = [] } = node;
    const href = attrs.find(({ name }) => name === 'href')?.value;
    if (nodeName === '#comment') found.push('markdown-it: comment');
    if (tagName === 'a' && !isAllowed(href ?? '')) found.push(`markdown-it: link ${href}`);
    if (tagName !== '' && !PASSIVE.has(tagName)) found.push(`markdown-it: ${tagName}`);
    const other = attrs.filter(({ name }) => !(name === 'href' && tagName === 'a') && !HARMLESS.has(name));
    found.push(...other.map(({ name }) => `markdown-it: ${tagName} ${name}`));
  });
  return found;
}

/** The links that each of the two parsers makes of this Markdown, percent-encoded. */
export function linksOf(markdown: string): readonly (readonly string[])[] {
  const [ofRemark, ofMarkdownIt]: string[][] = [[], []];
  visit(gfm.parse(markdown) as MdastNode, ({ type, url = '' }) => {
    if (type === 'link') ofRemark?.push(encodeURI(decodeURI(url)));
  });
  visit(parse(lenient.render(markdown)) as unknown as HtmlNode, ({ tagName, attrs = [] }) => {
    const href = attrs.find(({ name }) => name === 'href')?.value;
    if (tagName === 'a' && href !== undefined) ofMarkdownIt?.push(encodeURI(decodeURI(href)));
  });
  return [ofRemark ?? [], ofMarkdownIt ?? []];
}

type MdastNode = {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly MdastNode[];
};
type HtmlNode = {
  readonly nodeName?: string;
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
};

/** The elements that Markdown itself makes. */
const PASSIVE = new Set([
  ...['html', 'head', 'body', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre'],
  ...['code', 'hr', 'br', 'em', 'strong', 's', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);
const HARMLESS = new Set(['start', 'style', 'class']);

function visit<Node extends { readonly children?: readonly Node[]; readonly childNodes?: readonly Node[] }>(
  node: Node,
  see: (node: Node) => void,
): void {
  see(node);
  for (const child of [...(node.children ?? []), ...(node.childNodes ?? [])]) visit(child, see);
}
