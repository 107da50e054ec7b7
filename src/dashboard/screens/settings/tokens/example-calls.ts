/** A call of both interfaces that does the same. */
export interface ExampleCall {
  method: 'GET' | 'POST';
  /** Below the address of the REST API, with its first slash. */
  path: string;
  body?: Record<string, unknown>;
  /** The same in GraphQL: an operation, its root field with its input, and the selection. */
  graphql: { kind: 'query' | 'mutation'; field: string; input?: Record<string, unknown>; selection: string };
}

/** What a team has already, for calls that work when they are pasted. */
export interface Own {
  listId: string | undefined;
  template: string | undefined;
  sender: string | undefined;
}

export const TASKS = ['readLists', 'addPerson', 'recordEvent', 'sendMail'] as const;
export type Task = (typeof TASKS)[number];

const PERSON = 'ada@example.com';

/** The call for a task, with the ids of the team's own list and template. */
export function exampleCall(
  task: Task,
  { listId = 'YOUR_LIST_ID', template = 'Your template', sender }: Own,
): ExampleCall {
  switch (task) {
    case 'readLists':
      return {
        method: 'GET',
        path: '/lists',
        graphql: {
          kind: 'query',
          field: 'lists(first: 5)',
          selection: '{ totalCount nodes { id name subscribedCount } }',
        },
      };
    case 'addPerson':
      return {
        method: 'POST',
        path: `/lists/${listId}/subscribers`,
        body: { email: PERSON, first_name: 'Ada', tags: ['vip'] },
        graphql: {
          kind: 'mutation',
          field: 'createSubscriber',
          input: { listId, email: PERSON, firstName: 'Ada', tags: ['vip'] },
          selection: '{ subscriber { id status } }',
        },
      };
    case 'recordEvent': {
      const body = { email: PERSON, name: 'order', value: 1250, currency: 'EUR', reference: 'order-1001' };
      return {
        method: 'POST',
        path: '/events',
        body,
        graphql: { kind: 'mutation', field: 'recordEvent', input: body, selection: '{ status eventId }' },
      };
    }
    case 'sendMail': {
      const from = sender ?? 'hello@shop.example';
      const body = { template, from, to: [PERSON], variables: { name: 'Ada' } };
      return {
        method: 'POST',
        path: '/transactional-mails',
        body,
        graphql: {
          kind: 'mutation',
          field: 'sendTransactionalMail',
          input: body,
          selection: '{ transactionalMail { id status } }',
        },
      };
    }
  }
}
