import { type CssNode, generate } from 'css-tree';

/** One selector of a rule. */
export interface Selector {
  text: string;
  /** As one number: ids count a million, classes a thousand, elements one (Selectors Level 4, section 17). */
  specificity: number;
  /** Whether a document alone says what it selects: no `:hover`, no `::before`. */
  isStatic: boolean;
  /** Whether it depends on the elements beside, such as `:first-child` and `p + p`. */
  isStructural: boolean;
  /** Whether an attribute can keep it from selecting, as in `:not(.a)`. */
  isNegative: boolean;
  /** Whether it selects a part of an element, such as `::before`. Its style is not the element's. */
  isPart: boolean;
  /** Whether it names elements and nothing else. */
  isOnlyElements: boolean;
  /** Its parts from left to right, each as it would have to be for the least that can be known. */
  parts: Part[];
}

export interface Part {
  /** A selector for every element that may be this part, whatever Liquid makes of open attributes. */
  relaxed: string;
  /** The same, whatever the elements beside are, and the state of the element. */
  loose: string;
  /** ` ` or `>`, before the part. */
  combinator: string;
  isOnlyClasses: boolean;
}

/** The attribute that names the open attributes of an element: those that Liquid writes. `*` is all of them. */
export const OPEN = 'lq-open';

const STATIC = new Set(['root', 'empty', 'not', 'is', 'where', 'has']);
const STRUCTURAL = /^(?:(?:first|last|only)-(?:child|of-type)|nth-.*|empty|has)$/;
const LEGACY_PARTS = new Set(['before', 'after', 'first-line', 'first-letter']);

/** Describes a selector that css-tree has read. */
export function describeSelector(node: CssNode): Selector {
  const nodes = [...(node.children ?? [])];
  const all = nodes.flatMap(withInner);
  const pseudos = all.filter(({ type }) => type === 'PseudoClassSelector').map(({ name = '' }) => name.toLowerCase());
  const isPart = all.some(({ type, name = '' }) => type === 'PseudoElementSelector' || LEGACY_PARTS.has(name));
  const isBeside = all.some(({ type, name = '' }) => type === 'Combinator' && /[+~]/.test(name));
  return {
    text: generate(node),
    specificity: specificityOf(nodes),
    isStatic: !isPart && pseudos.every((name) => STATIC.has(name) || STRUCTURAL.test(name)),
    isStructural: isBeside || pseudos.some((name) => STRUCTURAL.test(name)),
    isNegative: pseudos.some((name) => name === 'not' || name === 'has'),
    isPart,
    isOnlyElements: all.every(({ type }) => type === 'TypeSelector' || type === 'Combinator'),
    parts: partsOf(nodes),
  };
}

const withInner = (node: CssNode): CssNode[] => [node, ...[...(node.children ?? [])].flatMap(withInner)];

function partsOf(nodes: readonly CssNode[]): Part[] {
  let parts: { nodes: CssNode[]; combinator: string }[] = [{ nodes: [], combinator: '' }];
  for (const node of nodes) {
    if (node.type !== 'Combinator') parts.at(-1)!.nodes.push(node);
    // The elements beside may be there only for some recipients, so that nothing on the left counts.
    else if (/[+~]/.test(node.name ?? '')) parts = [{ nodes: [], combinator: '' }];
    else parts.push({ nodes: [], combinator: node.name ?? ' ' });
  }
  return parts.map(({ nodes, combinator }) => ({
    relaxed: nodes.map((node) => relaxed(node) || (isStructure(node) ? generate(node) : '')).join('') || '*',
    loose: nodes.map(relaxed).join('') || '*',
    combinator,
    isOnlyClasses: nodes.every(({ type }) => type === 'ClassSelector'),
  }));
}

const isStructure = ({ type, name = '' }: CssNode): boolean =>
  type === 'PseudoClassSelector' && (name === 'root' || (STRUCTURAL.test(name) && name !== 'has'));

function relaxed(node: CssNode): string {
  switch (node.type) {
    case 'TypeSelector':
      return generate(node);
    case 'ClassSelector':
      return orOpen(node, 'class');
    case 'IdSelector':
      return orOpen(node, 'id');
    case 'AttributeSelector':
      return orOpen(node, attributeOf(node));
    default:
      return '';
  }
}

const orOpen = (node: CssNode, attribute: string): string =>
  `:is(${generate(node)},[${OPEN}~="${attribute}"],[${OPEN}~="*"])`;

function attributeOf({ name }: CssNode): string {
  const inner = name as unknown as { name: string } | string;
  return typeof inner === 'string' ? inner : inner.name;
}

const ID = 1_000_000;
const CLASS = 1_000;

function specificityOf(nodes: readonly CssNode[]): number {
  return nodes.reduce((sum, node) => sum + weightOf(node), 0);
}

function weightOf(node: CssNode): number {
  const name = typeof node.name === 'string' ? node.name.toLowerCase() : '';
  switch (node.type) {
    case 'IdSelector':
      return ID;
    case 'ClassSelector':
    case 'AttributeSelector':
      return CLASS;
    case 'TypeSelector':
      return name === '*' || name.endsWith('|*') ? 0 : 1;
    case 'PseudoElementSelector':
      return 1;
    case 'PseudoClassSelector':
      if (name === 'where') return 0;
      if (LEGACY_PARTS.has(name)) return 1;
      return name === 'is' || name === 'not' || name === 'has' ? heaviest(node) : CLASS;
    default:
      return 0;
  }
}

/** The specificity of the heaviest selector in a list of them. */
function heaviest(node: CssNode): number {
  const lists = [...(node.children ?? [])].filter(({ type }) => type === 'SelectorList');
  const weights = lists.flatMap((list) =>
    [...(list.children ?? [])].map((one) => specificityOf([...(one.children ?? [])])),
  );
  return Math.max(0, ...weights);
}
