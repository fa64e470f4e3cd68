declare module 'linebreak' {
  /** Finds where a text may be broken into lines (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
