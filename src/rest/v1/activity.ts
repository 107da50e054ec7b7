import { ActivityDocument } from '../../generated/documents.ts';
import { pageOf, shownAs } from '../answer.ts';
import { type JsonSchema, orNull } from '../openapi/json-schema.ts';
import { listOf, object, propertyOf } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Subscriber = ValueOf<typeof ActivityDocument>;

/** By the type in GraphQL, in the order of the document's fragments. */
const TYPES: Record<string, 'event' | 'mail' | 'campaign'> = {
  Event: 'event',
  TransactionalMail: 'mail',
  CampaignMessage: 'campaign',
};

/** What an entry is stands under the name of its type; the others are null. */
function entry({ kind, at, ...row }: Subscriber['activity']['nodes'][number]) {
  const type = TYPES[kind] as string;
  return { type, occurred_at: at, event: null, mail: null, campaign: null, [type]: row };
}

function entrySchema({ properties, anyOf }: JsonSchema): JsonSchema {
  const [type, occurred_at] = [{ type: 'string', enum: Object.values(TYPES) }, propertyOf({ properties }, 'at')];
  const rows = Object.values(TYPES).map((name, index) => [name, orNull((anyOf as JsonSchema[])[index] as JsonSchema)]);
  return object({ type, occurred_at, ...Object.fromEntries(rows) });
}

const page = shownAs(
  pageOf('activity'),
  ({ activity: { nodes, totalCount } }: Subscriber) => ({ activity: { nodes: nodes.map(entry), totalCount } }),
  (subscriber) => {
    const { items } = propertyOf(propertyOf(subscriber, 'activity'), 'nodes');
    return object({ activity: object({ nodes: listOf(entrySchema(items as JsonSchema)) }) });
  },
);

export const activity = [route('GET /subscribers/:subscriber/activity', ActivityDocument, page)];
