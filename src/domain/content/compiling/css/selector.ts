import { type CssNode, generate } from 'css-tree';

/** One selector of a rule. */
export interface Selector {
  text: string;
  /** As one number: ids count a million, classes a thousand, elements one (Selectors Level 4, section 17). */
  specificity: number;
  /** Whether the document alone determines its elements: no `:hover`, no `::before`. */
  isStatic: boolean;
  /** Whether it depends on siblings, such as `:first-child` and `p + p`. */
  isStructural: boolean;
  /** Whether an attribute can prevent a match, as in `:not(.a)`. */
  isNegative: boolean;
  /** Whether it selects a part of an element, such as `::before`. Its style does not belong to the element. */
  isPart: boolean;
  /** Whether it consists of element names only. */
  isOnlyElements: boolean;
  /** Its parts from left to right, each as two selectors that allow for unknown content. */
  parts: Part[];
}

export interface Part {
  /** Matches every element that may be this part, for any content that Liquid writes into open attributes. */
  relaxed: string;
  /** Like `relaxed`, but for any siblings and any state of the element. */
  loose: string;
  /** ` ` or `>`, before the part. */
  combinator: string;
  isOnlyClasses: boolean;
}

/** The attribute that lists the open attributes of an element, which Liquid writes. `*` means all. */
export const OPEN = 'lq-open';

const STATIC = new Set(['root', 'empty', 'not', 'is', 'where', 'has']);
const STRUCTURAL = /^(?:(?:first|last|only)-(?:child|of-type)|nth-.*|empty|has)$/;
const LEGACY_PARTS = new Set(['before', 'after', 'first-line', 'first-letter']);

/** Describes a selector parsed by css-tree. */
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
    // Siblings may exist only for some recipients, so everything on the left is ignored.
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

/** The highest specificity in a list of selectors. */
function heaviest(node: CssNode): number {
  const lists = [...(node.children ?? [])].filter(({ type }) => type === 'SelectorList');
  const weights = lists.flatMap((list) =>
    [...(list.children ?? [])].map((one) => specificityOf([...(one.children ?? [])])),
  );
  return Math.max(0, ...weights);
}
