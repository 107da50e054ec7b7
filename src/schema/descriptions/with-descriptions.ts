import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { ARGUMENTS } from './arguments.ts';
import { FIELDS } from './fields.ts';
import { OWN_FIELDS } from './own-fields.ts';
import { ruleField } from './rule-fields.ts';
import { TYPES } from './type-names.ts';
import { VALUES } from './values.ts';

/**
 * Describes whatever its declaration leaves undescribed, by name: types, fields, arguments and enum values. A test fails for
 * names without a description. Changes and returns the given schema.
 */
export function withDescriptions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    type.description ??= TYPES[type.name] ?? typeByForm(schema, type);
    if (isEnumType(type)) {
      for (const value of type.getValues())
        value.description ??= VALUES[`${type.name}.${value.name}`] ?? VALUES[value.name];
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.description ??= fieldOf(type, field.name);
        for (const argument of field.args) {
          argument.description ??=
            argument.name === 'id'
              ? field.name === 'node'
                ? ARGUMENTS.id
                : `The id of the ${objectOf(field.name)}.`
              : ARGUMENTS[argument.name];
        }
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) field.description ??= fieldOf(type, field.name);
    }
  }
  return schema;
}

/** Types whose names say what they are: pages, inputs, and rules with their conditions and settings. */
function typeByForm(schema: GraphQLSchema, { name }: GraphQLNamedType): string | undefined {
  const [, what = '', form] = /^(\w+?)(Connection|Edge|ConditionInput|Condition|Input)$/.exec(name) ?? [];
  const pair = TYPES[`${what}Condition`];
  if (form === 'Connection')
    return `A page of a list of \`${what}\`. Pass \`pageInfo.endCursor\` as \`after\` for the next page.`;
  if (form === 'Edge') return 'An item of a page, with its cursor.';
  if (form === 'Condition' || form === 'ConditionInput') {
    const input = schema.getType(`${what}ConditionInput`);
    return isInputObjectType(input) && input.isOneOf ? 'How to compare the value. Set exactly one field.' : pair;
  }
  if (what.startsWith('Create'))
    return `A new ${words(what.slice('Create'.length))}. Absent fields take their defaults.`;
  const operation = what.replace(/^./, (letter) => letter.toLowerCase());
  const roots = [schema.getMutationType(), schema.getQueryType()];
  return roots.some((root) => root?.getFields()[operation])
    ? `Everything that \`${operation}\` takes. Fields without \`!\` may be absent.`
    : undefined;
}

/** The fields of pages, and of rules and their conditions, are named after operators and kinds of rules. */
function fieldOf({ name: type }: GraphQLNamedType, field: string): string | undefined {
  const exact =
    OWN_FIELDS[`${type}.${field}`] ??
    OWN_FIELDS[`${type.replace(/Input$/, '')}.${field}`] ??
    FIELDS[`${type}.${field}`];
  if (exact) return exact;
  if (/(Condition|ConditionInput|Rule|RuleInput)$/.test(type)) return ruleField(type, field);
  if (type.endsWith('Connection') || type.endsWith('Edge')) return PAGE[field] ?? FIELDS[field];
  return FIELDS[field] ?? (/(Conditions|Group|Settings)(Input)?$/.test(type) ? ruleField(type, field) : undefined);
}

const PAGE: Readonly<Record<string, string>> = {
  cursor: 'The position of the item, for `after` and `before`.',
  edges: 'The items with their cursors.',
  node: 'The item.',
  nodes: 'The items.',
  pageInfo: 'Whether there are more pages.',
};

const words = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** What a lone id names: the object in the name of the operation, such as `activateAutomation` or `automationReport`. */
const objectOf = (operation: string): string =>
  words(
    OBJECTS[operation] ??
      operation
        .replace(VERBS, (_, letter: string) => letter.toLowerCase())
        .replace(/(Report|Uses|Timeline|Confirmation|Secret|Progressed)$/, ''),
  );

const VERBS =
  /^(?:activate|archive|cancel|check|confirm|delete|discard|duplicate|end|exit|explain|pause|preview|publish|redeliver|remove|resend|resume|revoke|rotate|send|start|test|unschedule|withdraw)([A-Z])/;

const OBJECTS: Readonly<Record<string, string>> = {
  cancelDkimRotation: 'sendingDomain',
  discardMedia: 'upload',
  mediaFile: 'image',
  mediaUses: 'image',
  node: 'object',
  publishMedia: 'upload',
};
