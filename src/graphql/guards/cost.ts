import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isUnionType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { type PageSize, USUAL_PAGE } from '../../schema/sizes.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * The maximum cost of an operation: 1 per field of each row, and 1 per item of a list argument. A connection has as
 * many rows as its `first` or `last`, and any other list as many as the schema declares (src/schema/sizes.ts).
 */
export const costOf = (args: ExecutionArgs): number => sumOf(args, pageSize);

/** For each live event field with arguments, which needs at least one statement of its own per event. */
const LOOKED_UP = 25;

/** The maximum cost of an event of a subscription, in the same measure. */
export const eventCostOf = (args: ExecutionArgs): number =>
  sumOf(args, pageSize, ({ args: { length }, subscribe }) => (length > 0 && !subscribe ? LOOKED_UP : 0));

/** The number of fields of an operation with its fragments written out, for each possible type. */
export const fieldsOf = (args: ExecutionArgs): number =>
  sumOf({ ...args, variableValues: {} }, (_node, { type }) => {
    const named = getNamedType(type);
    return isAbstractType(named) ? args.schema.getPossibleTypes(named).length : 1;
  });

type Times = (node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables) => number;

/** `times`: the multiplier for the fields below. `extra`: the additional cost of the field. */
function sumOf(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  times: Times,
  extra: (field: GraphQLField<unknown, unknown>) => number = () => 0,
): number {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const part of document.definitions)
    if (part.kind === Kind.FRAGMENT_DEFINITION) fragments.set(part.name.value, part);
  const variables: Record<string, unknown> = {};
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    variables[name] = variableValues?.[name] ?? (defaultValue && literal(defaultValue, {}));
  }
  const known = new Map<string, number>();

  const costOfSet = ({ selections }: SelectionSetNode, type: GraphQLCompositeType): number => {
    let cost = 0;
    for (const node of selections) {
      if (node.kind === Kind.FIELD) cost += costOfField(node, fieldOf(type, node.name.value));
      else if (node.kind === Kind.INLINE_FRAGMENT)
        cost += costOfSet(node.selectionSet, narrowed(type, node.typeCondition?.name.value));
      else cost += costOfFragment(node.name.value, type);
    }
    return cost;
  };

  const costOfFragment = (name: string, type: GraphQLCompositeType): number => {
    const fragment = fragments.get(name);
    if (!fragment) return 0;
    const cost = known.get(name) ?? costOfSet(fragment.selectionSet, narrowed(type, fragment.typeCondition.name.value));
    known.set(name, cost);
    return cost;
  };

  const narrowed = (type: GraphQLCompositeType, condition: string | undefined): GraphQLCompositeType => {
    const other = condition === undefined ? type : schema.getType(condition);
    return isCompositeType(other) ? other : type;
  };

  const costOfField = (node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number => {
    if (!field) return 1; // __typename and introspection, which other guards limit
    const type = getNamedType(field.type);
    const inner = node.selectionSet && isCompositeType(type) ? costOfSet(node.selectionSet, type) : 0;
    return 1 + inner * times(node, field, variables) + items(node, field, variables) + extra(field);
  };

  return costOfSet(operation.selectionSet, root);
}

const fieldOf = (type: GraphQLCompositeType, name: string) => (isUnionType(type) ? undefined : type.getFields()[name]);

/**
 * The rows of a field: the page size of a connection, the length of a list result, as in `nodes(ids)` or in the payload
 * of `recordEvents(input: {events})`, or the declared length of any other list. The domain refuses invalid sizes.
 */
function pageSize(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): number {
  if (!field.args.some(({ name }) => name === 'first')) {
    const given = isListType(getNullableType(field.type)) || field.extensions.isPerItem;
    const declared = Number(field.extensions.listSize ?? 1);
    return given ? items(node, field, variables) || declared : 1;
  }
  const sizes = ['first', 'last'].map((name) => argument(node, name, variables)).filter((size) => size != null);
  const { usual } = (field.extensions.pageSize as PageSize | undefined) ?? {
    usual: Number(field.args.find(({ name }) => name === 'first')?.defaultValue ?? USUAL_PAGE.usual),
  };
  return sizes.length === 0 ? usual : Math.max(1, ...sizes.map(Number).filter((size) => size > 0));
}

/** The members of all lists in the arguments and in their `input`. */
function items(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): number {
  let total = 0;
  for (const { name, type } of field.args) {
    const given = argument(node, name, variables);
    if (Array.isArray(given)) total += given.length;
    const input = getNullableType(type);
    if (!isInputObjectType(input) || typeof given !== 'object' || given === null) continue;
    for (const one of Object.values(given)) if (Array.isArray(one)) total += one.length;
  }
  return total;
}

function argument(node: FieldNode, name: string, variables: Variables): unknown {
  const given = node.arguments?.find((argument) => argument.name.value === name);
  return given && literal(given.value, variables);
}

/** The part of an argument's value that determines costs: numbers, and list items. */
function literal(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.LIST) return [...node.values];
  if (node.kind !== Kind.OBJECT) return undefined;
  return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]));
}
