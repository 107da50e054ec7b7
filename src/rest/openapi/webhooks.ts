import { GraphQLNonNull, type GraphQLSchema, getNullableType } from 'graphql';
import { fragmentsOf, operationOf, rootFieldOf } from '../document-parts.ts';
import { THINGS } from '../things.ts';
import { exampleId } from './example-ids.ts';
import { described, type JsonSchema, reference } from './json-schema.ts';
import { NOTIFIED_OBJECTS, NOTIFIED_VALUES } from './notification-values.ts';
import { outputSchema } from './output-schema.ts';
import { object, propertyOf } from './shapes.ts';
import { WEBHOOK_HEADERS } from './webhook-headers.ts';

const SEQUENCE: JsonSchema = described(
  { type: 'integer', minimum: 1 },
  'Increases with each notification of the team. For notifications about the same object, the higher number is newer.',
);
const TIMESTAMP: JsonSchema = described({ type: 'string', format: 'date-time' }, 'The time of the event.');
const ID: JsonSchema = { type: 'string', format: 'uuid' };
const TYPE: JsonSchema = described({ type: 'string' }, 'The kind of the notification.');

/** The keys of every notification but `ping`. */
const BASE: JsonSchema = reference(
  'NotificationBase',
  described(
    object({ type: TYPE, timestamp: TIMESTAMP, sequence: SEQUENCE }),
    'The keys of every notification. A notification of a kind adds its `data`.',
  ),
);

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
  const things = shows.map(({ thing, isNullable }): [string, JsonSchema] => [
    thing,
    shownAs(schema, thing, isNullable === true),
  ]);
  const values = says.map((name): [string, JsonSchema] => [name, NOTIFIED_VALUES[name] as JsonSchema]);
  const own = object(Object.fromEntries([...things, ...values]));
  const data = reference(dataNameOf(one, all), described(own, dataWords(one, all)));
  const body = { allOf: [BASE, object({ type: typeOnly(kind), data })] };
  return notification(kind, description, body, example);
}

const typeOnly = (kind: string): JsonSchema => described({ type: 'string', const: kind }, `Always \`${kind}\`.`);

/** `SendingDomainFailed` for `sending_domain.failed`. */
const inCapitals = (kind: string): string =>
  kind.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase());

/** What happened, in a few words: the first sentence of a description without its details. `A test` for `A test, sent by …`. */
const summaryOf = (description: string): string =>
  (description.split(/\.(?: |$)/)[0] as string).replace(/, (alone|and|by|for|sent)\b.*/, '');

/** A request that a webhook receives. */
const notification = (
  kind: string,
  description: string,
  body: JsonSchema,
  example: object,
  otherwise = 'Retried, up to ten times in three days.',
): JsonSchema => ({
  operationId: kind.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase()),
  summary: summaryOf(description),
  description,
  tags: ['webhooks'],
  security: [], // receivers get a signature, and no token of ours
  parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: reference(`${inCapitals(kind)}Notification`, described(body, description)),
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
    object({
      type: typeOnly('ping'),
      timestamp: described({ type: 'string', format: 'date-time' }, 'The time of the test.'),
      data: reference(
        'PingNotificationData',
        described(object({ webhook: described(ID, 'The id of the tested webhook.') }), 'The data of `ping`.'),
      ),
    }),
    { type: 'ping', timestamp: '2026-01-31T12:00:00.000Z', data: { webhook: exampleId('webhook') } },
    'Reported as the result of the test.',
  );

const shapeOf = ({ shows, says }: Kind): string => JSON.stringify([shows.map(({ thing }) => thing), says]);

/** The kinds about one object with the same data. */
const alikeOf = (kind: Kind, all: readonly Kind[]): readonly Kind[] =>
  all.filter((other) => other.kind.startsWith(`${objectOf(kind)}.`) && shapeOf(other) === shapeOf(kind));

const objectOf = ({ kind }: Kind): string => kind.slice(0, kind.indexOf('.'));

/** The name of the data of a kind. Kinds of one object with the same data share it: `SubscriberNotificationData`. */
const dataNameOf = (kind: Kind, all: readonly Kind[]): string =>
  `${inCapitals(alikeOf(kind, all).length > 1 ? objectOf(kind) : kind.kind)}NotificationData`;

const dataWords = (kind: Kind, all: readonly Kind[]): string => {
  const kinds = alikeOf(kind, all).map((one) => `\`${one.kind}\``);
  return `The data of ${kinds.join(', ').replace(/, ([^,]+)$/, ' and $1')}.`;
};

/** Deleted objects are shown by id only. */
function shownAs(schema: GraphQLSchema, thing: string, isNullable: boolean): JsonSchema {
  const { document, answer } = THINGS[thing]!;
  const root = rootFieldOf(operationOf(document));
  const field = schema.getQueryType()!.getFields()[root.name.value]!;
  const type = new GraphQLNonNull(getNullableType(field.type));
  const value = outputSchema(schema, type, root.selectionSet, fragmentsOf(document));
  const shown = propertyOf(answer.describe(value)[200] as JsonSchema, 'data');
  const anyOf = [shown, DELETED, ...(isNullable ? [{ type: 'null' }] : [])];
  const words = NOTIFIED_OBJECTS[thing] as string;
  const ofNull = isNullable && !words.includes('Null') ? ' Null if it is unknown.' : '';
  return described({ anyOf }, `${words}${ofNull} Only its id if it was deleted.`);
}
