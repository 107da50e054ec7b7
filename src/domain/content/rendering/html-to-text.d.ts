/** The part of html-to-text that is used here. The package has no types. */
declare module 'html-to-text' {
  interface Selector {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }

  interface Options {
    wordwrap?: number | false;
    limits?: { maxInputLength?: number; maxDepth?: number; ellipsis?: string };
    selectors?: Selector[];
  }

  export function compile(options: Options): (html: string) => string;
}
