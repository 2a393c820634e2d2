/**
 * Why a page is left out, in words that follow the name of the page: "it is larger than 2000000 bytes".
 * Contains no URL.
 */
export class PageProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PageProblem';
  }
}
