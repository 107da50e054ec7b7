import { compile } from 'css-select';
import { type CssNode, parse } from 'css-tree';
import { type Declaration, declarationsOf } from '../../content/compiling/css/sheet.ts';

export type Mode = 'light' | 'dark';

interface Element {
  name: string;
  attribs: Record<string, string>;
}

type Declarations<Of> = (element: Of) => Declaration[];

/** Selectors of one or two parts, as mail clients support them. Matching longer ones in a hostile template may take long. */
const SIMPLE = /^[\w.#*-]+(?: ?[ >] ?[\w.#*-]+)?$/;
const MAX_RULES = 100;
const COLOURS = /^(?:color|background|background-color|background-image|display|visibility|font-size)$/;

/** The colours that style sheets give to elements in light or dark mode. Media queries about anything else do not apply. */
export function rulesIn<Of extends Element>(sheets: readonly string[], mode: Mode): Declarations<Of> {
  const rules = sheets
    .flatMap((sheet) => rulesOf(sheet, mode))
    .map(({ selector, declarations }) => ({
      selector,
      declared: declarations.filter(({ property }) => COLOURS.test(property)),
    }))
    .filter(({ selector, declared }) => declared.length > 0 && SIMPLE.test(selector))
    .slice(0, MAX_RULES);
  const compiled = rules.map(({ selector, declared }) => ({ matches: compile<never, Of & never>(selector), declared }));
  return (element) => compiled.flatMap(({ matches, declared }) => (matches(element as Of & never) ? declared : []));
}

interface Rule {
  selector: string;
  declarations: Declaration[];
}

function rulesOf(sheet: string, mode: Mode): Rule[] {
  const { children } = parse(sheet, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    onParseError: () => undefined,
  });
  return [...(children ?? [])].flatMap((node) => rulesAt(node, sheet, mode));
}

function rulesAt(node: CssNode, sheet: string, mode: Mode): Rule[] {
  const textOf = ({ loc }: CssNode) => sheet.slice(loc.start.offset, loc.end.offset);
  if (node.type === 'Rule' && node.prelude && node.block) {
    const declarations = declarationsOf(textOf(node.block).replace(/^\{|\}$/g, ''));
    return [...(node.prelude.children ?? [])].map((one) => ({ selector: inOneLine(textOf(one)), declarations }));
  }
  if (node.type !== 'Atrule' || node.name !== 'media' || !node.block) return [];
  const query = inOneLine(sheet.slice(node.loc.start.offset, node.block.loc.start.offset)).toLowerCase();
  const scheme = /prefers-color-scheme ?: ?(light|dark)/.exec(query)?.[1];
  const applies = scheme ? scheme === mode : /^@media(?: all| screen)?$/.test(query);
  return applies ? [...(node.block.children ?? [])].flatMap((inner) => rulesAt(inner, sheet, mode)) : [];
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
