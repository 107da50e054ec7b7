import { getNamedType, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { variablesIn } from '../../src/rest/document-parts.ts';
import { formIn } from '../../src/rest/openapi/form.ts';
import { inputTypeOf } from '../../src/rest/openapi/written-input.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { ARGUMENT_RULES } from '../../src/schema/forms/arguments.ts';
import { INPUT_RULES } from '../../src/schema/forms/inputs.ts';
import { fieldNamed } from '../../src/schema/forms/with-forms.ts';
import { schema } from '../../src/schema/index.ts';

test('every input of REST has the rule by which the domain validates it', () => {
  const inputs = routes
    .flatMap(({ document }) => variablesIn(document).map(({ type }) => getNamedType(inputTypeOf(schema, type))))
    .filter(isInputObjectType)
    .filter(({ name }) => name.endsWith('Input')); // the others are orders, whose fields are enumerations
  expect(new Set(inputs).size).toBeGreaterThan(40);
  const without = inputs.filter((type) => !formIn(type)).map(({ name }) => name);
  expect([...new Set(without)]).toEqual([]);
});

test('every rule belongs to an input or a field of the schema', () => {
  const lost = [
    ...Object.keys(INPUT_RULES).filter((name) => !isInputObjectType(schema.getType(name))),
    ...Object.keys(ARGUMENT_RULES).filter((name) => !fieldNamed(schema, name)),
  ];
  expect(lost).toEqual([]);
});
