import type { Fields } from '../../domain/automations/definition/declared.ts';
import { ENTRY_FIELDS, EXIT_DESCRIPTIONS, EXIT_FIELDS } from '../../domain/automations/definition/rule-fields.ts';
import { WINDOW_FORM } from '../../domain/automations/definition/shared-fields.ts';
import { STEP_DESCRIPTIONS, STEP_FIELDS } from '../../domain/automations/definition/step-fields.ts';
import { TRIGGER_DESCRIPTIONS, TRIGGER_FIELDS } from '../../domain/automations/definition/trigger-fields.ts';
import type { Form as JsonSchema } from '../../validation/form.ts';
import { HEADER_NAME, LONGEST_HEADER, MAX_HEADERS } from '../../validation/message-headers.ts';
import { kindSchema, typeSchema } from './kind-schema.ts';
import { addConditions } from './rule-schemas.ts';
import { SIMULATION_EXAMPLES, simulationParts } from './simulation-parts.ts';
import { type Components, objectSchema, valueSchema } from './value-schema.ts';

const STEP_ID: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'The id of the step. Default: a new one.',
};

/** The JSON of conditions, and of the parts of definitions, as components of the OpenAPI document, by name. */
export function jsonParts(): Components {
  const components: Components = {};
  addConditions(components);
  const kinds = (
    name: string,
    ending: string,
    fields: Readonly<Record<string, Fields>>,
    descriptions: Readonly<Record<string, string>>,
    more: Components = {},
  ): void => {
    const names = Object.entries(fields).map(([type, own]) => {
      const title = `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${ending}`;
      const first = { ...more, type: typeSchema(type, `The type of the ${ending.toLowerCase()}.`) };
      components[title] = objectSchema(own, components, descriptions[type], first);
      return [type, title] as const;
    });
    const description = `One of the types of ${ending.toLowerCase()}s. More may be added.`;
    components[name] = { description, ...kindSchema(new Map(names)) };
  };
  kinds('AutomationTrigger', 'Trigger', TRIGGER_FIELDS, TRIGGER_DESCRIPTIONS);
  kinds('AutomationStep', 'Step', STEP_FIELDS, STEP_DESCRIPTIONS, { id: STEP_ID });
  kinds('AutomationExit', 'Exit', EXIT_FIELDS, EXIT_DESCRIPTIONS);
  components.AutomationEntry = objectSchema(ENTRY_FIELDS, components, 'Who can enter an automation, and how often.');
  valueSchema(WINDOW_FORM, {}, components);
  Object.assign(components, OTHERS, simulationParts());
  for (const [name, example] of Object.entries(EXAMPLES)) components[name]!.examples = [example];
  return components;
}

const TEXT: JsonSchema = { type: 'string' };
const TEXTS: JsonSchema = { type: 'object', additionalProperties: TEXT };

/** JSON with known keys, or known values under any key, that no rule describes. */
const OTHERS: Components = {
  MailHeaders: { ...TEXTS, description: 'Additional headers, by name.' },
  MailHeadersInput: {
    type: 'object',
    description: 'Additional headers, by name. Headers of the server itself, such as From and Subject, are refused.',
    maxProperties: MAX_HEADERS,
    propertyNames: { pattern: HEADER_NAME.source },
    additionalProperties: { type: 'string', maxLength: LONGEST_HEADER },
  },
  RecipientNames: { ...TEXTS, description: 'Names given with addresses, by address.' },
  TemplateTranslations: {
    type: 'object',
    description: 'Translations, by language.',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(['subject', 'content', 'text'].map((key) => [key, { type: ['string', 'null'] }])),
    },
  },
  RunEvent: {
    type: 'object',
    description: 'The event that started a run.',
    properties: {
      name: TEXT,
      properties: { type: ['object', 'null'], additionalProperties: true },
      value: { type: ['integer', 'null'] },
      currency: { type: ['string', 'null'] },
      occurred_at: { type: 'string', format: 'date-time' },
    },
    required: ['name'],
  },
  NotificationExample: {
    type: 'object',
    description: 'An example of a notification. Its objects may have fewer keys than in a notification.',
    properties: {
      type: { ...TEXT, description: 'The kind of the notification.' },
      timestamp: { type: 'string', format: 'date-time', description: 'The time of the event.' },
      sequence: { type: 'integer', minimum: 1, description: 'Increases with each notification of the team.' },
      data: { type: 'object', additionalProperties: true, description: 'The objects and values of the notification.' },
    },
    required: ['type', 'timestamp', 'sequence', 'data'],
  },
};

const EXAMPLES = {
  SegmentConditions: { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] },
  AutomationTrigger: { type: 'event', name: 'cart.abandoned', max_age: 'P1D' },
  AutomationEntry: { again: 'after_end', not_within: 'P7D' },
  AutomationExit: { type: 'event', name: 'order', goal: true },
  AutomationStep: { id: 'reminder', type: 'send', template: 'Thanks' },
  AutomationSendWindow: { from: '08:00', to: '20:00' },
  MailHeaders: { 'X-Campaign': 'spring' },
  MailHeadersInput: { 'X-Campaign': 'spring' },
  RecipientNames: { 'ada@example.com': 'Ada' },
  TemplateTranslations: { de: { subject: 'Danke', content: '<p>Danke</p>' } },
  RunEvent: { name: 'cart.abandoned', properties: { items: 2 }, occurred_at: '2026-01-31T12:00:00.000Z' },
  NotificationExample: { type: 'mail.bounced', timestamp: '2026-01-31T12:00:00.000Z', sequence: 42, data: {} },
  ...SIMULATION_EXAMPLES,
};

/** The component of each JSON field that has one, by type. */
const DEFINITION = {
  trigger: 'AutomationTrigger',
  entry: 'AutomationEntry',
  exits: 'AutomationExit',
  steps: 'AutomationStep',
  sendWindow: 'AutomationSendWindow',
};
const CONDITIONS = { conditions: 'SegmentConditions' };
const SIMULATION = { event: 'SimulationEvent', assume: 'SimulationAssumptions' };
const HEADERS = { headers: 'MailHeadersInput' };

export const JSON_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Automation: DEFINITION,
  AutomationVersion: DEFINITION,
  ReadyMadeAutomation: DEFINITION,
  CreateAutomationInput: DEFINITION,
  UpdateAutomationInput: DEFINITION,
  SimulateAutomationDefinitionInput: { ...DEFINITION, ...SIMULATION },
  SimulateAutomationInput: SIMULATION,
  Segment: CONDITIONS,
  CreateSegmentInput: CONDITIONS,
  UpdateSegmentInput: CONDITIONS,
  AutomationRun: { event: 'RunEvent' },
  CreateListInput: HEADERS,
  UpdateListInput: HEADERS,
  CreateCampaignInput: HEADERS,
  UpdateCampaignInput: HEADERS,
  CreateTransportInput: HEADERS,
  UpdateTransportInput: HEADERS,
  SendTransactionalMailInput: HEADERS,
  Campaign: { headers: 'MailHeaders' },
  List: { headers: 'MailHeaders' },
  Transport: { headers: 'MailHeaders' },
  TransactionalMail: { names: 'RecipientNames' },
  Template: { localeVariants: 'TemplateTranslations' },
  ReadyMadeTemplate: { localeVariants: 'TemplateTranslations' },
  WebhookDelivery: { payload: 'WebhookNotification' },
  WebhookKind: { example: 'NotificationExample' },
};

/** The same for arguments of queries. */
export const JSON_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  previewSegment: CONDITIONS,
};
