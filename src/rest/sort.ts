import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
} from 'graphql';
import { ValidationError } from '../errors.ts';

/** Whether a type orders a list: an input with a field and a direction. */
export const isOrder = (type: GraphQLInputType): type is GraphQLInputObjectType =>
  isInputObjectType(type) && Object.keys(type.getFields()).sort().join() === 'direction,field';

/** The values of `sort`: a field in snake case upwards, and with a minus sign downwards. */
export const sortsOf = (order: GraphQLInputObjectType): string[] =>
  [...fieldsOf(order).keys()].flatMap((name) => [name, `-${name}`]);

/** Reads `sort` into the value of `orderBy`. Blank: none. Throws ValidationError, which names `sort`, for an unknown field. */
export function sortReader(order: GraphQLInputObjectType): (value: unknown) => unknown {
  const fields = fieldsOf(order);
  return (value) => {
    if (typeof value === 'string' && value.trim() === '') return undefined;
    const [, minus, name] = /^(-?)(.*)$/s.exec(String(value)) as RegExpExecArray;
    const field = typeof value === 'string' ? fields.get(name as string) : undefined;
    if (field === undefined) {
      const problem = `must be one of: ${[...fields.keys()].join(', ')}, each also with a minus sign for the opposite order.`;
      throw new ValidationError([{ path: ['sort'], problem }]);
    }
    return { field, direction: minus ? 'desc' : 'asc' };
  };
}

function fieldsOf(order: GraphQLInputObjectType): Map<string, unknown> {
  const field = getNullableType(order.getFields().field?.type) as GraphQLEnumType;
  return new Map(field.getValues().map(({ name, value }) => [name.toLowerCase(), value]));
}
