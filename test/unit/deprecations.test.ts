import { readdirSync, readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  NoDeprecatedCustomRule,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { DEPRECATED } from '../../src/schema/deprecations.ts';
import { schema } from '../../src/schema/index.ts';

const fieldsOf = (type: GraphQLNamedType | undefined): Record<string, { deprecationReason?: string | null }> =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : {};

test('every replacement of a deprecated field is a field that stays, on its own type unless it says which', () => {
  const lost = Object.entries(DEPRECATED).filter(([coordinate, { instead }]) => {
    if (typeof instead !== 'string') return false;
    const [name = '', type = coordinate.split('.')[0]!] = instead.split('.').reverse();
    const field = fieldsOf(schema.getType(type))[name];
    return !field || field.deprecationReason;
  });
  expect(Object.keys(DEPRECATED).length).toBeGreaterThan(15);
  expect(lost).toEqual([]);
});

test('the dashboard uses no deprecated name', () => {
  const dashboard = new URL('../../src/dashboard/', import.meta.url);
  const documents = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(new URL(name, dashboard), 'utf8'));
  expect(documents.length).toBeGreaterThan(10);
  const whole = parse(documents.join('\n'));
  expect(validate(schema, whole, [NoDeprecatedCustomRule]).map(({ message }) => message)).toEqual([]);
});
