import { type ASTNode, type GraphQLError, Kind, parse, visit } from 'graphql';
import { type IssueCode, nameOf } from '../issue-codes.ts';

/**
 * The issue of a variable that graphql-js refused, with the path of the argument that takes it:
 * `Variable "$c" got invalid value 7 at "c.rules[0].tags"; String cannot …`, used as `typedConditions: $c`, is
 * about typedConditions, rules, 0, tags.
 */
export function issueOfVariable(variable: string, whole: string, error: GraphQLError) {
  const message = whole.slice(whole.lastIndexOf('; ') + 1).trim();
  const location = /^.* at "([^"]+)"; /s.exec(whole)?.[1] ?? variable;
  const missing = /^Field "(\w+)" of required type/.exec(message)?.[1];
  const unknown = /^Field "(\w+)" is not defined by type/.exec(message)?.[1];
  const [, ...below] = location.replace(/\[(\d+)\]/g, '.$1').split('.');
  const path = [...placeOf(variable, error), ...below, ...[missing ?? unknown ?? []].flat()];
  const code: IssueCode =
    missing || /non-null|not to be null|was not provided/.test(message)
      ? 'required'
      : unknown
        ? 'unknown_key'
        : /RFC 3339/.test(message)
          ? 'format'
          : /does not exist in "\w+" enum/.test(message)
            ? 'choice'
            : 'type';
  return {
    path: path.slice(path[0] === INPUT && path.length > 1 ? 1 : 0),
    problem: message,
    message,
    code: nameOf(code),
  };
}

/** Issues name the fields of this argument without it. */
const INPUT = 'input';

/** The argument, and the fields of its object, where a document uses a variable. Its name if the document is unknown. */
function placeOf(variable: string, { nodes }: GraphQLError): string[] {
  const text = nodes?.[0]?.loc?.source.body;
  if (text === undefined) return [variable];
  let place: string[] | undefined;
  visit(parse(text), {
    Argument: {
      enter: (argument) => {
        const rest = place ? undefined : within(argument.value, variable);
        if (rest) place = [argument.name.value, ...rest];
      },
    },
  });
  return place ?? [variable];
}

/** The fields of an object that lead to a variable. Undefined if it does not occur. */
function within(value: ASTNode, variable: string): string[] | undefined {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? [] : undefined;
  if (value.kind === Kind.LIST) {
    for (const [index, item] of value.values.entries()) {
      const rest = within(item, variable);
      if (rest) return [String(index), ...rest];
    }
  }
  if (value.kind !== Kind.OBJECT) return undefined;
  for (const { name, value: inner } of value.fields) {
    const rest = within(inner, variable);
    if (rest) return [name.value, ...rest];
  }
  return undefined;
}
