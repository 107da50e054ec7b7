import { DIRECTIONS } from '../domain/ordering.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const Direction = wireEnum(
  'OrderDirection',
  'Smallest first (ASC) or largest first (DESC). Missing dates count as earliest.',
  DIRECTIONS,
);

/** The input type for an order, such as `SubscriberOrder`. */
export const orderInput = <const Field extends string>(node: string, fields: readonly Field[]) => {
  const OrderField = wireEnum(
    `${node}OrderField`,
    'A field to sort by. Rows with equal values are sorted by creation.',
    fields,
  );
  return builder.inputType(`${node}Order`, {
    description: 'The order of a list.',
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'The field to sort by.' }),
      direction: t.field({ type: Direction, required: true }),
    }),
  });
};
