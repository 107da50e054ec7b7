import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** A place that uses a type. */
export interface Use {
  type: string;
  /** The anchor of the field or argument on the page of `type`. */
  anchor: string;
  /** `Query.lists`, or `Query.lists(first:)`. */
  text: string;
}

/** The anchor of an argument. Names have no full stop. */
export const argumentAnchor = (field: string, argument: string): string => `${field}.${argument}`;

/** Where each type is used: as the type of a field, argument or input field. */
export function usesIn(schema: GraphQLSchema): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  const add = ({ type }: Pick<GraphQLArgument | GraphQLInputField, 'type'>, use: Use) => {
    const { name } = getNamedType(type);
    const known = uses.get(name);
    if (known) known.push(use);
    else uses.set(name, [use]);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        add(field, { type: type.name, anchor: field.name, text: `${type.name}.${field.name}` });
      }
    }
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const text = `${type.name}.${field.name}`;
      add({ type: getNamedType(field.type) as GraphQLArgument['type'] }, { type: type.name, anchor: field.name, text });
      for (const argument of field.args) {
        const anchor = argumentAnchor(field.name, argument.name);
        add(argument, { type: type.name, anchor, text: `${text}(${argument.name}:)` });
      }
    }
  }
  return uses;
}
