import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import { ARGUMENTS } from './arguments.ts';
import { COUNTS } from './counts.ts';
import { FIELDS } from './fields.ts';
import { BESIDE_ERROR, whenNull } from './nulls.ts';
import { OUTCOMES, PERMISSIONS } from './outcomes.ts';
import { OWN_FIELDS } from './own-fields.ts';
import { ruleField } from './rule-fields.ts';
import { TYPES } from './type-names.ts';
import { VALUES } from './values.ts';
import { wordsOf } from './words.ts';

/**
 * Describes whatever its declaration leaves undescribed, by name: types, fields, arguments and enum values. A test fails for
 * names without a description. Changes and returns the given schema.
 */
export function withDescriptions(schema: GraphQLSchema): GraphQLSchema {
  schema.description ??= ABOUT;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    type.description ??= TYPES[type.name] ?? typeByForm(schema, type);
    if (isEnumType(type)) {
      for (const value of type.getValues())
        value.description ??= VALUES[`${type.name}.${value.name}`] ?? VALUES[value.name];
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.description ??= fieldOf(type, field.name);
        if (ROOTS.has(type.name)) field.description = withOutcome(type.name, field);
        if (!isNonNullType(field.type) && !ROOTS.has(type.name)) field.description = withNull(type.name, field);
        for (const argument of field.args) {
          argument.description ??=
            argument.name === 'input' ? requiredOf(argument.type) : argumentOf(schema, type, field.name, argument.name);
        }
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.description ??= fieldOf(type, field.name);
        if (UPDATE.test(type.name) && field.defaultValue === undefined) field.description = ofChange(field.description);
      }
    }
  }
  return schema;
}

const ABOUT =
  'Send `Authorization: Bearer <token>`; the dashboard sends its session. A root field is null if its error is in `errors`, and the others keep their values. `extensions.code` of an error names what failed, and `extensions.issues` the arguments. An `id` is unique across types. Streams are subscriptions over WebSocket (graphql-ws) or server-sent events. `/reference` has all of this with examples.';

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

/** The description of a root field, with its outcomes, a permission of its own, and when an expensive query is null. */
function withOutcome(type: string, { name, description, extensions }: GraphQLField<unknown, unknown>) {
  const permission = description?.includes('Only for ') ? undefined : PERMISSIONS[String(extensions.permission)];
  const isNull = extensions.failsAlone && !/\bnull\b/i.test(description ?? '') ? BESIDE_ERROR : undefined;
  return [description, type === 'Mutation' && OUTCOMES[name], permission, isNull].filter(Boolean).join(' ');
}

/** The id of a step is generated when its definition is saved. */
const NEVER = 'Never null in a saved definition.';

const UPDATE = /^Update\w*Input$/;

/** In an update, an absent field keeps its value, and null stands for the default. */
const ofChange = (text: string | null | undefined) => text?.replace(/\bDefault(?: or null)?: /, 'Null: ');

/** The description of a nullable field, with when it is null. What an input calls its default is the meaning of null. */
function withNull(type: string, { name, description }: GraphQLField<unknown, unknown>): string | undefined {
  const text = description?.replace('Default: a new one.', NEVER).replace(/\bDefault: /, 'Null: ');
  if (!text || /\bnull\b/i.test(text)) return text;
  return [text, whenNull(type, name)].filter(Boolean).join(' ');
}

/** Inputs that require one of several fields, which the types do not say. */
const REQUIRED: Readonly<Record<string, string>> = {
  CreateSuppressionInput: 'Requires `email` or `domain`.',
  CreateAutomationInput: 'Requires `name`, and `definition` or `trigger`.',
  SendTransactionalMailInput: 'Requires `to`, and `template` or a `subject` with its own content.',
  SimulateAutomationDefinitionInput: 'Requires `definition`, or `trigger` and `steps`.',
};

/** What an input must have. */
function requiredOf(type: GraphQLInputType): string | undefined {
  const input = getNamedType(type);
  if (!isInputObjectType(input)) return undefined;
  if (input.isOneOf) return 'Exactly one field.';
  if (REQUIRED[input.name]) return REQUIRED[input.name];
  const required = Object.values(input.getFields()).filter(isRequiredInputField);
  if (required.length === 0) return 'All fields are optional.';
  return `Requires ${inWords(required.map(({ name }) => `\`${name}\``))}.`;
}

const inWords = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** An argument, of a mutation and a query by id with the answer to an unknown id. */
function argumentOf(schema: GraphQLSchema, type: GraphQLNamedType, field: string, name: string): string | undefined {
  if (name !== 'id' || field === 'node') return ARGUMENTS[name];
  const id = `The id of the ${objectOf(field)}.`;
  if (type === schema.getMutationType()) return `${id} An unknown id fails with NOT_FOUND.`;
  return type === schema.getQueryType() ? `${id} An unknown id returns null.` : id;
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
    if (!isInputObjectType(input) || !input.isOneOf) return pair;
    return form === 'Condition' ? COMPARED : 'How to compare the value. Set exactly one field.';
  }
  if (what.startsWith('Create'))
    return `A new ${wordsOf(what.slice('Create'.length))}. Absent fields take their defaults.`;
  const operation = what.replace(/^./, (letter) => letter.toLowerCase());
  const roots = [schema.getMutationType(), schema.getQueryType()];
  const field = roots.map((root) => root?.getFields()[operation]).find(Boolean);
  return field ? `The input of \`${operation}\`. ${firstSentence(field.description ?? '')}` : undefined;
}

/** The fields of pages, and of rules and their conditions, are named after operators and kinds of rules. */
function fieldOf({ name: type }: GraphQLNamedType, field: string): string | undefined {
  const exact =
    OWN_FIELDS[`${type}.${field}`] ??
    OWN_FIELDS[`${type.replace(/Input$/, '')}.${field}`] ??
    COUNTS[`${type}.${field}`] ??
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

const COMPARED = 'How the value is compared. Exactly one field is not null.';

/** A description's first sentence. Names such as `campaign.sent` do not end it. */
const firstSentence = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;

/** What a lone id names: the object in the name of the operation, such as `activateAutomation` or `automationReport`. */
const objectOf = (operation: string): string =>
  wordsOf(
    OBJECTS[operation] ??
      operation
        .replace(VERBS, (_, letter: string) => letter.toLowerCase())
        .replace(/(Report|Uses|Timeline|Confirmation|Secret|Progressed)$/, ''),
  );

const VERBS =
  /^(?:activate|archive|cancel|check|confirm|delete|discard|duplicate|end|exit|explain|pause|preview|publish|redeliver|remove|resend|resume|revoke|rotate|send|start|test|unschedule|withdraw)([A-Z])/;

const OBJECTS: Readonly<Record<string, string>> = {
  cancelDkimRotation: 'sendingDomain',
  createInvitationLink: 'invitation',
  createSignInLink: 'member',
  discardMedia: 'upload',
  mediaFile: 'image',
  mediaUses: 'image',
  node: 'object',
  publishMedia: 'upload',
  revokeCampaignReportLink: 'campaign',
  shareCampaignReport: 'campaign',
};
