import { ChangesDocument, type FeedChangeFragment, FollowedChangesDocument } from '../../generated/documents.ts';
import { answer } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { split } from '../openapi/shapes.ts';
import { route } from '../route.ts';

/** `{data, meta: {cursor, has_more}}` of a page of changes. */
const changesAfter = answer(
  ({ nodes, ...meta }: { nodes: readonly object[]; cursor: string; has_more: boolean }) => ({
    status: 200,
    body: { data: nodes, meta },
  }),
  (value) => {
    const [{ nodes }, meta] = split(value, 'nodes');
    return { 200: metaSchema(nodes, meta), 410: undefined };
  },
);

export const changes = [
  route('GET /changes', ChangesDocument, changesAfter, {
    events: {
      document: FollowedChangesDocument,
      idOf: ({ sequence }: FeedChangeFragment) => String(sequence),
      continues: 'after',
    },
  }),
];
