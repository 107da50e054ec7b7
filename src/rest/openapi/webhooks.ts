import { GraphQLNonNull, type GraphQLSchema, getNullableType } from 'graphql';
import { fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';
import { THINGS } from '../things.ts';
import { described, type JsonSchema, orNull, reference } from './json-schema.ts';
import { outputSchema } from './output-schema.ts';
import { object, propertyOf } from './shapes.ts';

const TEXT: JsonSchema = { type: 'string' };

/** Data with few values. All others are text. */
const CHOICES: Readonly<Record<string, JsonSchema>> = {
  verdict: described(
    { type: 'string', enum: ['human', 'proxy', 'scanner'] },
    'human: A person. proxy: A mail provider that fetches images in advance. scanner: A program that checks links.',
  ),
  bounce: described(
    { type: 'string', enum: ['hard', 'soft'] },
    'hard: The address does not exist. soft: The address could not be reached, as with a full mailbox.',
  ),
};

const SEQUENCE: JsonSchema = described(
  { type: 'integer', minimum: 1 },
  'Increases with each notification of the team. For notifications about the same object, the higher number is newer.',
);
const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same for each attempt of a delivery.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature': 'Standard Webhooks signatures, separated by spaces.',
};

/** Webhook notifications by kind, from the documents that show the objects. */
export function describeWebhooks(schema: GraphQLSchema): Record<string, JsonSchema> {
  const { kinds } = schema.getQueryType()!.getFields().webhookKinds!.extensions as { kinds: readonly Kind[] };
  return Object.fromEntries(kinds.map((kind) => [kind.kind, { post: describeKind(schema, kind) }]));
}

/** The description of a kind. */
interface Kind {
  kind: string;
  description: string;
  shows: readonly { thing: string; isNullable?: true }[];
  says: readonly string[];
  example: object;
}

function describeKind(schema: GraphQLSchema, { kind, description, shows, says, example }: Kind): JsonSchema {
  const things = shows.map(({ thing, isNullable }): [string, JsonSchema] => {
    const shown = shownAs(schema, thing);
    return [thing, isNullable ? orNull(shown) : shown];
  });
  const values = says.map((name): [string, JsonSchema] => [name, orNull(CHOICES[name] ?? TEXT)]);
  const data = object(Object.fromEntries([...things, ...values]));
  const timestamp = { type: 'string', format: 'date-time' };
  const body = object({ type: { const: kind }, timestamp, sequence: SEQUENCE, data });
  return {
    operationId: kind.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase()),
    summary: kind,
    description,
    tags: ['webhooks'],
    security: [], // receivers get a signature, and no token of ours
    parameters: Object.entries(HEADERS).map(([name, meaning]) => ({
      name,
      in: 'header',
      required: true,
      description: meaning,
      schema: TEXT,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference(nameOf(kind), body), example } },
    },
    responses: {
      '2XX': { description: 'Accepted.' },
      '410': { description: 'Gone for good: the webhook is disabled.' },
      default: { description: 'Retried, up to ten times in three days.' },
    },
  };
}

/** `SendingDomainFailedNotification` for `sending_domain.failed`. */
const nameOf = (kind: string): string =>
  `${kind.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Notification`;

/** Deleted objects are shown by id only. */
function shownAs(schema: GraphQLSchema, thing: string): JsonSchema {
  const { document, answer } = THINGS[thing]!;
  const root = rootFieldOf(operationOf(document));
  const field = schema.getQueryType()!.getFields()[root.name.value]!;
  const type = new GraphQLNonNull(getNullableType(field.type));
  const value = outputSchema(schema, type, root.selectionSet, fragmentsOf(document));
  const shown = propertyOf(answer.describe(value)[200] as JsonSchema, 'data');
  return described(
    { anyOf: [shown, object({ id: { type: 'string', format: 'uuid' } })] },
    'Only its id if it was deleted.',
  );
}
