import { type GraphQLField, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { type Form, formOf } from '../../validation/form.ts';
import { ARGUMENT_RULES } from './arguments.ts';
import { INPUT_RULES } from './inputs.ts';
import { JSON_ARGUMENTS, JSON_FIELDS, jsonParts } from './json-parts.ts';
import { OUTPUT_RULES } from './outputs.ts';
import type { Components } from './value-schema.ts';

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
  for (const [name, rule] of Object.entries({ ...ARGUMENT_RULES, ...OUTPUT_RULES })) {
    const field = fieldNamed(schema, name);
    if (field) field.extensions = { ...field.extensions, form: lazily(rule) };
  }
  notePart(schema);
  return schema;
}

/** A root field by its name, or the field of a type: `List.growth`. */
export function fieldNamed(schema: GraphQLSchema, name: string): GraphQLField<unknown, unknown> | undefined {
  const [owner, field] = name.includes('.') ? name.split('.') : [undefined, name];
  const owners = owner ? [owner] : ['Query', 'Mutation', 'Subscription'];
  const found = owners.map((one) => {
    const type = schema.getType(one);
    return isObjectType(type) ? type.getFields()[field as string] : undefined;
  });
  return found.find((one) => one !== undefined);
}

/**
 * Notes the component that describes a JSON value on its field or argument, as `extensions.part`, and all components on the
 * schema, as `extensions.parts()`.
 */
function notePart(schema: GraphQLSchema): void {
  const note = (named: Record<string, { extensions: object }>, parts: Readonly<Record<string, string>>): void => {
    for (const [name, part] of Object.entries(parts)) {
      const one = named[name];
      if (one) one.extensions = { ...one.extensions, part };
    }
  };
  for (const [name, parts] of Object.entries(JSON_FIELDS)) {
    const type = schema.getType(name);
    if (isObjectType(type) || isInputObjectType(type)) note(type.getFields(), parts);
  }
  for (const [name, parts] of Object.entries(JSON_ARGUMENTS)) {
    const args = schema.getQueryType()?.getFields()[name]?.args ?? [];
    note(Object.fromEntries(args.map((arg) => [arg.name, arg])), parts);
  }
  let made: Components | undefined;
  const parts = (): Components => {
    made ??= jsonParts();
    return made;
  };
  schema.extensions = { ...schema.extensions, parts };
}
