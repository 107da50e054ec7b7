import { shopEvent } from '../event-batches.ts';
import { BODIES } from '../write-bodies.ts';

/** The rows that calls use. */
export interface Targets {
  listId: string;
  campaignId: string;
  subscriberIds: string[];
}

export interface Call {
  kind: Kind;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** The number of calls of each kind in a hundred. */
export const SHARES = { event: 60, read: 20, subscribe: 10, mail: 5, segment: 5 } as const;
export type Kind = keyof typeof SHARES;

/** The kinds of a hundred calls, spread evenly, so that each second is mixed. */
const ORDER: Kind[] = (Object.entries(SHARES) as [Kind, number][])
  .flatMap(([kind, share]) => Array.from({ length: share }, (_, n) => ({ kind, at: (n + 0.5) / share })))
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind);

const PAGE = `query ($id: ID!) {
  list(id: $id) { subscribers(first: 50) { nodes { email firstName status tags } } }
}`;

const all = (rule: object) => ({ operator: 'and', rules: [rule] });
const CONDITIONS = [
  all({ type: 'attribute', field: 'city', operator: 'equals', value: 'Köln' }),
  all({ type: 'event', operator: 'performed', value: { name: 'checkout.completed', within_days: 30 } }),
];

type Asked = Omit<Call, 'kind'>;

const READS: ((targets: Targets, n: number) => Asked)[] = [
  ({ subscriberIds }, n) => ({ method: 'GET', path: `/v1/subscribers/${subscriberIds[n % subscriberIds.length]}` }),
  ({ campaignId }) => ({ method: 'GET', path: `/v1/campaigns/${campaignId}` }),
  ({ listId }) => ({ method: 'GET', path: `/v1/lists/${listId}/subscribers?per_page=50` }),
  ({ listId: id }) => ({ method: 'POST', path: '/graphql', body: { query: PAGE, variables: { id } } }),
];

const CALLS: Record<Kind, (targets: Targets, n: number) => Asked> = {
  event: (_, n) => ({ method: 'POST', path: '/v1/events', body: shopEvent(n) }),
  read: (targets, n) => READS[Math.floor(n / 5) % READS.length]!(targets, n),
  subscribe: ({ listId }, n) => ({ method: 'POST', path: `/v1/lists/${listId}/subscribers`, body: BODIES.signUp(n) }),
  mail: (_, n) => ({
    method: 'POST',
    path: '/v1/transactional-mails',
    body: { ...BODIES.mail(n), send_at: undefined },
  }),
  segment: ({ listId }, n) => ({
    method: 'POST',
    path: `/v1/lists/${listId}/segments/preview`,
    body: { conditions: CONDITIONS[Math.floor(n / 20) % CONDITIONS.length] },
  }),
};

/** Call number `n` of a shop's mixed hour, always in the same order. */
export function callOf(targets: Targets, n: number): Call {
  const kind = ORDER[n % ORDER.length]!;
  return { kind, ...CALLS[kind](targets, n) };
}
