/** The beginning and the end of a comment, and tags of a script, in the text of a script. */
const SCRIPT_MARK = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;
const ENDS_NAME = /[\t\n\f\r />]/;

/**
 * The beginning of the end tag of an element that contains only text, such as `title`; the end of the page if
 * there is none. @param from the beginning of the text
 */
export function endOfRawText(html: string, name: string, from: number): number {
  const end = nextEndTag(html, name, from);
  return name === 'script' && html.slice(from, end).includes('<!--') ? endOfScript(html, from) : end;
}

function nextEndTag(html: string, name: string, from: number): number {
  const behind = '</'.length + name.length;
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 1)) {
    if (!ENDS_NAME.test(html.charAt(at + behind))) continue;
    if (html.slice(at + '</'.length, at + behind).toLowerCase() === name) return at;
  }
  return html.length;
}

/**
 * A script continues after an end tag within `<!--`, if the end tag belongs to a `<script` there (HTML,
 * section 13.2.5.20 to 31).
 */
function endOfScript(html: string, from: number): number {
  let [isComment, isInner] = [false, false];
  const marks = new RegExp(SCRIPT_MARK);
  marks.lastIndex = from;
  for (let found = marks.exec(html); found !== null; found = marks.exec(html)) {
    const [mark, slash] = found;
    if (mark === '-->') [isComment, isInner] = [false, false];
    else if (slash === '/' && !isInner) return found.index;
    else if (slash !== undefined) isInner = isComment && slash === '';
    else if (!isComment) {
      isComment = true;
      // `<!-->` both begins and ends a comment.
      marks.lastIndex -= '--'.length;
    }
  }
  return html.length;
}
