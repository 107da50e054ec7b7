import { ActivityDocument } from '../../generated/documents.ts';
import { pageOf, shownAs } from '../answer.ts';
import { type JsonSchema, orNull } from '../openapi/json-schema.ts';
import { listOf, object, propertyOf } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Subscriber = ValueOf<typeof ActivityDocument>;

/** By GraphQL type, in the order of the document's fragments. */
const TYPES: Record<string, string> = {
  Event: 'event',
  TransactionalMail: 'mail',
  CampaignMessage: 'campaign',
  Engagement: 'touch',
  Feedback: 'feedback',
  SubscriberChange: 'change',
};

const NOTHING = Object.fromEntries(Object.values(TYPES).map((type) => [type, null]));

/** An entry's content is under the name of its type; the other names are null. */
function entryView({ entry, at, ...row }: Subscriber['activity']['nodes'][number]) {
  const type = TYPES[entry] as string;
  return { type, occurred_at: at, ...NOTHING, [type]: row };
}

function entrySchema({ properties, anyOf }: JsonSchema): JsonSchema {
  const [type, occurred_at] = [{ type: 'string', enum: Object.values(TYPES) }, propertyOf({ properties }, 'at')];
  const rows = Object.values(TYPES).map((name, index) => [name, orNull((anyOf as JsonSchema[])[index] as JsonSchema)]);
  return object({ type, occurred_at, ...Object.fromEntries(rows) });
}

const page = shownAs(
  pageOf('activity'),
  ({ activity: { nodes, totalCount } }: Subscriber) => ({ activity: { nodes: nodes.map(entryView), totalCount } }),
  (subscriber) => {
    const { items } = propertyOf(propertyOf(subscriber, 'activity'), 'nodes');
    return object({ activity: object({ nodes: listOf(entrySchema(items as JsonSchema)) }) });
  },
);

export const activity = [route('GET /subscribers/:subscriber/activity', ActivityDocument, page)];
