import { type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { type Form, formOf } from '../../validation/form.ts';
import { ARGUMENT_RULES } from './arguments.ts';
import { INPUT_RULES } from './inputs.ts';
import { OUTPUT_RULES } from './outputs.ts';

/** Derives the form of a rule when somebody asks for it, because most processes never describe themselves. */
const lazily = (rule: z.ZodType): (() => Form) => {
  let form: Form | undefined;
  return () => {
    form ??= formOf(rule);
    return form;
  };
};

/**
 * Notes on input types, and on fields with arguments, what the domain's rules take: `extensions.form()`, as JSON Schema by the
 * names of the schema. The same on fields with values of a rule. Changes and returns the given schema.
 */
export function withForms(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, rule] of Object.entries(INPUT_RULES)) {
    const type = schema.getType(name);
    if (isInputObjectType(type)) type.extensions = { ...type.extensions, form: lazily(rule) };
  }
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const [name, rule] of Object.entries(ARGUMENT_RULES)) {
    const field = fields[name];
    if (field) field.extensions = { ...field.extensions, form: lazily(rule) };
  }
  for (const [name, rule] of Object.entries(OUTPUT_RULES)) {
    const [owner = '', field = ''] = name.split('.');
    const type = schema.getType(owner);
    const shown = isObjectType(type) ? type.getFields()[field] : undefined;
    if (shown) shown.extensions = { ...shown.extensions, form: lazily(rule) };
  }
  return schema;
}
