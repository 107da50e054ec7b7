import { GraphQLNonNull, type GraphQLSchema, getNullableType } from 'graphql';
import { fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';
import { THINGS } from '../things.ts';
import { EXAMPLE_ID } from './example-ids.ts';
import { described, type JsonSchema, orNull, reference } from './json-schema.ts';
import { outputSchema } from './output-schema.ts';
import { object, propertyOf } from './shapes.ts';
import { WEBHOOK_HEADERS } from './webhook-headers.ts';

const TEXT: JsonSchema = { type: 'string' };

/** Data with few values. All others are text. */
const CHOICES: Readonly<Record<string, JsonSchema>> = {
  verdict: { type: 'string', enum: ['human', 'proxy', 'scanner'] },
  bounce: { type: 'string', enum: ['hard', 'soft'] },
};

const SEQUENCE: JsonSchema = described(
  { type: 'integer', minimum: 1 },
  'Increases with each notification of the team. For notifications about the same object, the higher number is newer.',
);
const TIMESTAMP: JsonSchema = described({ type: 'string', format: 'date-time' }, 'The time of the event.');
const ID: JsonSchema = { type: 'string', format: 'uuid' };

const DELETED: JsonSchema = reference(
  'DeletedObject',
  described(
    object({ id: described(ID, 'The id that the object had.') }),
    'An object that was deleted. Only its id remains.',
  ),
);

/** Webhook notifications by kind, from the documents that show the objects. */
export function describeWebhooks(schema: GraphQLSchema): Record<string, JsonSchema> {
  const { kinds } = schema.getQueryType()!.getFields().webhookKinds!.extensions as { kinds: readonly Kind[] };
  const all = kinds.map((kind) => [kind.kind, { post: describeKind(schema, kind, kinds) }] as const);
  return { ...Object.fromEntries(all), ping: { post: ping() } };
}

/** The description of a kind. */
interface Kind {
  kind: string;
  description: string;
  shows: readonly { thing: string; isNullable?: true }[];
  says: readonly string[];
  example: object;
}

function describeKind(schema: GraphQLSchema, one: Kind, all: readonly Kind[]): JsonSchema {
  const { kind, description, shows, says, example } = one;
  const things = shows.map(({ thing, isNullable }): [string, JsonSchema] => {
    const shown = shownAs(schema, thing);
    return [thing, isNullable ? orNull(shown) : shown];
  });
  const values = says.map((name): [string, JsonSchema] => [name, orNull(CHOICES[name] ?? TEXT)]);
  const data = reference(dataNameOf(one, all), object(Object.fromEntries([...things, ...values])));
  return notification(kind, description, { timestamp: TIMESTAMP, sequence: SEQUENCE, data }, example);
}

/** `SendingDomainFailed` for `sending_domain.failed`. */
const inCapitals = (kind: string): string =>
  kind.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase());

/** A request that a webhook receives. `keys`: those of its body, except the type. */
const notification = (
  kind: string,
  description: string,
  keys: Record<string, JsonSchema>,
  example: object,
  otherwise = 'Retried, up to ten times in three days.',
): JsonSchema => ({
  operationId: kind.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase()),
  summary: kind,
  description,
  tags: ['webhooks'],
  security: [], // receivers get a signature, and no token of ours
  parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: reference(
          `${inCapitals(kind)}Notification`,
          described(
            object({ type: described({ const: kind }, 'The kind of the notification.'), ...keys }),
            description,
          ),
        ),
        example,
      },
    },
  },
  responses: {
    '2XX': { description: 'Accepted.' },
    '410': { description: 'Gone for good: the webhook is disabled.' },
    default: { description: otherwise },
  },
});

/** The test that is sent on request, to any webhook. */
const ping = (): JsonSchema =>
  notification(
    'ping',
    'A test, sent by `testWebhook` even to a disabled webhook. It is not retried, and has no `sequence`.',
    {
      timestamp: described({ type: 'string', format: 'date-time' }, 'The time of the test.'),
      data: reference('PingNotificationData', object({ webhook: described(ID, 'The id of the tested webhook.') })),
    },
    { type: 'ping', timestamp: '2026-01-31T12:00:00.000Z', data: { webhook: EXAMPLE_ID } },
    'Reported as the result of the test.',
  );

const shapeOf = ({ shows, says }: Kind): string => JSON.stringify([shows.map(({ thing }) => thing), says]);

/** The name of the data of a kind. Kinds of one object with the same data share it: `SubscriberNotificationData`. */
function dataNameOf(kind: Kind, all: readonly Kind[]): string {
  const [object = ''] = kind.kind.split('.');
  const alike = all.filter((other) => other.kind.startsWith(`${object}.`) && shapeOf(other) === shapeOf(kind));
  return `${inCapitals(alike.length > 1 ? object : kind.kind)}NotificationData`;
}

/** Deleted objects are shown by id only. */
function shownAs(schema: GraphQLSchema, thing: string): JsonSchema {
  const { document, answer } = THINGS[thing]!;
  const root = rootFieldOf(operationOf(document));
  const field = schema.getQueryType()!.getFields()[root.name.value]!;
  const type = new GraphQLNonNull(getNullableType(field.type));
  const value = outputSchema(schema, type, root.selectionSet, fragmentsOf(document));
  const shown = propertyOf(answer.describe(value)[200] as JsonSchema, 'data');
  return described({ anyOf: [shown, DELETED] }, 'Only its id if it was deleted.');
}
