/** The part of html-to-text that is used here. The package has no types. */
declare module 'html-to-text' {
  interface Selector {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }

  export interface Element {
    name?: string;
    attribs?: Record<string, string>;
    /** Of a text node. */
    data?: string;
    prev?: Element | null;
    parent?: Element | null;
    children: Element[];
  }

  export interface Builder {
    addInline(text: string): void;
    openTable(): void;
    openTableRow(): void;
    openTableCell(options: { maxColumnWidth: number }): void;
    closeTableCell(): void;
    closeTableRow(): void;
    closeTable(options: {
      tableToString(rows: readonly (readonly { text: string }[])[]): string;
      leadingLineBreaks: number;
      trailingLineBreaks: number;
    }): void;
  }

  export type Walk = (children: readonly Element[], builder: Builder) => void;

  interface Options {
    wordwrap?: number | false;
    limits?: { maxInputLength?: number; maxDepth?: number; ellipsis?: string };
    formatters?: Record<string, (element: Element, walk: Walk, builder: Builder) => void>;
    baseElements?: { selectors: string[] };
    selectors?: Selector[];
  }

  export function compile(options: Options): (html: string) => string;
}
