/**
 * Texts like those in the titles of hostile pages: none may have an effect as a title, a snippet or an
 * address.
 */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'https://a.test/"onmouseover="alert(1)',
  "https://a.test/'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Etxt.exe<svg onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

/** HTML as it would arrive if the service's own sanitizer had failed. */
export const hostileHtml: readonly string[] = [
  '<script>alert(1)</script>',
  '<script src="/evil.js"></script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.test/pixel">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><a href="javascript:alert(1)"><text y=20>click</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" &#14; javascript:alert(1)">b</a>',
  '<a href="java&#9;script:alert(1)">c</a>',
  '<a href="data:text/html,<script>alert(1)</script>">d</a>',
  '<a href="//evil.test" onclick="alert(1)">e</a>',
  '<p onmouseover=alert(1) style="position:fixed;inset:0;background:url(https://evil.test)">p</p>',
  '<form action="https://evil.test"><input name=q autofocus onfocus=alert(1)><button ' +
    'formaction="javascript:alert(1)">f</button></form>',
  '<details open ontoggle=alert(1)><summary>s</summary></details>',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.test/a.css">',
  '<style>*{background:url(https://evil.test)}</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>',
  '<marquee onstart=alert(1)>m</marquee>',
  '<p id="page" class="card" name="body">after everything</p>',
];
