import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { LIMITS } from './limits.ts';

interface Shape {
  depth: number;
  introspectionDepth: number;
  aliases: number;
}

const NOTHING: Shape = { depth: 0, introspectionDepth: 0, aliases: 0 };

/**
 * Returns the problem with the shape of a document, or undefined. Runs before graphql-js validates, because
 * validation takes longest for exactly these documents; so the document may be invalid. Each fragment is measured
 * once, however often it is spread.
 */
export function shapeProblem(document: DocumentNode): string | undefined {
  if (deepestBracket(document) > LIMITS.brackets) {
    return `The document must not nest more than ${LIMITS.brackets} brackets.`;
  }
  const { fields, directives, mostInOnePlace, thenables } = countNodes(document);
  if (fields > LIMITS.fields) return `The document must not have more than ${LIMITS.fields} fields.`;
  if (directives > LIMITS.directives || mostInOnePlace > LIMITS.directivesInOnePlace) {
    return `The document must not have more than ${LIMITS.directives} directives, or more than ${LIMITS.directivesInOnePlace} in one place.`;
  }
  if (thenables > 0) return 'A field cannot be named "then".';
  const measure = measurerOf(document.definitions);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, introspectionDepth, aliases } = measure(definition.selectionSet);
    if (depth > LIMITS.depth || introspectionDepth > LIMITS.introspectionDepth) {
      return `The operation must not be nested deeper than ${LIMITS.depth} fields.`;
    }
    if (aliases > LIMITS.aliases) return `The operation must not have more than ${LIMITS.aliases} aliases.`;
  }
  return undefined;
}

/** Walks the tokens, because the document may be too deep for recursion. */
function deepestBracket(document: DocumentNode): number {
  let depth = 0;
  let deepest = 0;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
    if (OPENING.has(token.kind)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(token.kind)) depth -= 1;
  }
  return deepest;
}

const OPENING = new Set<string>(['{', '[', '(']);
const CLOSING = new Set<string>(['}', ']', ')']);

function countNodes(document: DocumentNode) {
  const counts = { fields: 0, directives: 0, mostInOnePlace: 0, thenables: 0 };
  // graphql's visit() costs ten times as much. Documents nest only through these keys.
  const walk = (node: Walked) => {
    if (node.kind === Kind.FIELD) counts.fields += 1;
    // Executors take an object with a `then` key for a promise.
    if (node.alias?.value === 'then') counts.thenables += 1;
    const own = node.directives?.length ?? 0;
    counts.directives += own;
    if (own > counts.mostInOnePlace) counts.mostInOnePlace = own;
    for (const inner of node.selectionSet?.selections ?? []) walk(inner);
    for (const inner of node.variableDefinitions ?? []) walk(inner);
  };
  for (const definition of document.definitions) walk(definition as Walked);
  return counts;
}

interface Walked {
  kind: Kind;
  alias?: { value: string } | undefined;
  directives?: readonly unknown[];
  selectionSet?: { selections: readonly Walked[] } | undefined;
  variableDefinitions?: readonly Walked[] | undefined;
}

function measurerOf(definitions: readonly DefinitionNode[]): (set: SelectionSetNode) => Shape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const part of definitions) if (part.kind === Kind.FRAGMENT_DEFINITION) fragments.set(part.name.value, part);
  const known = new Map<string, Shape>();

  const measureFragment = (name: string): Shape => {
    const fragment = fragments.get(name);
    if (!known.has(name) && fragment) {
      // Ends the recursion for a fragment that spreads itself. Validation will refuse it.
      known.set(name, NOTHING);
      known.set(name, measure(fragment.selectionSet));
    }
    return known.get(name) ?? NOTHING;
  };

  const measure = ({ selections }: SelectionSetNode): Shape => {
    const total = { ...NOTHING };
    for (const node of selections) {
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD
          ? measureFragment(node.name.value)
          : node.selectionSet
            ? measure(node.selectionSet)
            : NOTHING;
      total.aliases += inner.aliases + (node.kind === Kind.FIELD && node.alias ? 1 : 0);
      const own = node.kind === Kind.FIELD ? 1 : 0;
      if (own && /^__(schema|type)$/.test(node.kind === Kind.FIELD ? node.name.value : '')) {
        total.introspectionDepth = Math.max(total.introspectionDepth, inner.depth);
      } else {
        total.depth = Math.max(total.depth, inner.depth + own);
        total.introspectionDepth = Math.max(total.introspectionDepth, inner.introspectionDepth);
      }
    }
    return total;
  };
  return measure;
}
