import { type DocumentNode, getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';

/** Approximate lengths of introspection lists, to weigh their costs. */
const ROWS: Readonly<Record<string, number>> = {
  types: 400,
  fields: 10,
  inputFields: 8,
  args: 2,
  enumValues: 6,
  possibleTypes: 4,
  interfaces: 1,
  directives: 6,
};

/** Charged each time the schema is queried, regardless of the fields. */
const EACH_TIME = 100_000;

/** The whole schema, as developer tools query it. */
const EVERYTHING = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

/** An operation may query the whole schema twice. */
const MOST = 2 * costOf(parse(EVERYTHING));

/** Returns the problem of a document that queries the schema repeatedly, or undefined. */
export function introspectionProblem(document: DocumentNode): string | undefined {
  return costOf(document) > MOST ? 'The operation requests too much of the schema.' : undefined;
}

/** The cost of the fields below __schema and __type. Each fragment is measured once, and counts for each spread. */
function costOf({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((part) =>
      part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part.selectionSet]] : [],
    ),
  );
  const known = new Map<string, number>();

  const costOfSet = ({ selections }: SelectionSetNode, inside: boolean): number => {
    let cost = 0;
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const name = node.name.value;
        const begins = !inside && (name === '__schema' || name === '__type');
        const within = inside || begins;
        const below = node.selectionSet ? costOfSet(node.selectionSet, within) : 0;
        cost += (begins ? EACH_TIME : 0) + (within ? 1 + below * (ROWS[name] ?? 1) : below);
      } else if (node.kind === Kind.INLINE_FRAGMENT) cost += costOfSet(node.selectionSet, inside);
      else cost += costOfFragment(node.name.value, inside);
    }
    return cost;
  };

  const costOfFragment = (name: string, inside: boolean): number => {
    const key = `${inside} ${name}`;
    const set = fragments.get(name);
    if (!known.has(key) && set) {
      known.set(key, 0); // ends the recursion for a fragment that spreads itself, which validation refuses
      known.set(key, costOfSet(set as SelectionSetNode, inside));
    }
    return known.get(key) ?? 0;
  };

  let total = 0;
  for (const part of definitions)
    if (part.kind === Kind.OPERATION_DEFINITION) total += costOfSet(part.selectionSet, false);
  return total;
}
