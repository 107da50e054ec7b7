/** The part of css-tree that is used here. The package has no types. */
declare module 'css-tree' {
  export interface Location {
    start: { offset: number };
    end: { offset: number };
  }

  export interface List<Item> extends Iterable<Item> {
    readonly first: Item | null;
    readonly last: Item | null;
    toArray(): Item[];
  }

  export interface CssNode {
    type: string;
    loc: Location;
    name?: string;
    value?: CssNode | string;
    property?: string;
    important?: boolean | string;
    prelude?: CssNode | null;
    block?: CssNode | null;
    children?: List<CssNode> | null;
    nth?: CssNode;
  }

  interface Options {
    context?: 'stylesheet' | 'declarationList';
    positions?: boolean;
    parseValue?: boolean;
    parseCustomProperty?: boolean;
    parseAtrulePrelude?: boolean;
    parseRulePrelude?: boolean;
    onParseError?(error: Error & { offset: number }, fallback: CssNode): void;
    onComment?(value: string, location: Location): void;
  }

  export function parse(css: string, options?: Options): CssNode;
  export function generate(node: CssNode): string;
  export const lexer: { getProperty(name: string): object | null; readonly properties: Record<string, object> };
}
