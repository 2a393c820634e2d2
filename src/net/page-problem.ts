/** Why a page is left out, in words after its name: "it is larger than 2000000 bytes". No URL. */
export class PageProblem extends Error {}

/** The host answered with a status that is no success. */
export class RefusedPage extends PageProblem {
  readonly status: number;

  constructor(status: number) {
    super(`it answered with status ${status}`);
    this.status = status;
  }
}

/** There is no memory left for the page because other pages are being read. */
export class TooManyPages extends PageProblem {
  constructor() {
    super('too many pages are being read at once');
  }
}

/** The problem of a page that exceeds its limit. */
export function tooLarge(maxBytes: number): PageProblem {
  return new PageProblem(`it is larger than ${maxBytes} bytes`);
}
