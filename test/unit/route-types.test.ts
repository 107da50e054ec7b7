import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { describe, expect, test } from 'vitest';
import {
  CampaignDocument,
  CampaignRecipientsDocument,
  CreateCampaignDocument,
  CreateTokenDocument,
  DeleteCampaignDocument,
  DiscardImportDocument,
  DownloadSubscribersDocument,
  ListsDocument,
  MessageTimelineDocument,
  PreviewImportDocument,
  ReceiveImportDocument,
  RecordEventDocument,
  RecordEventsDocument,
  StartImportDocument,
  SubscribeDocument,
  type SubscriberFragment,
  TeamDocument,
} from '../../src/generated/documents.ts';
import {
  answer,
  created,
  createdOrFound,
  createdWithSecrets,
  dataOf,
  gone,
  one,
  page,
  pageOf,
  unlessConflict,
} from '../../src/rest/answer.ts';
import { route } from '../../src/rest/route.ts';
import type { ValueOf } from '../../src/rest/value.ts';

// The type checker runs these tests: an `@ts-expect-error` above a row that compiles is an error.

/** A document with these types. */
const documentOf = <Result, Variables>() => CampaignDocument as unknown as TypedDocumentNode<Result, Variables>;

const file = { name: 'file', types: { csv: 'text/csv' }, examples: { csv: 'email' } };
const steps = { receive: ReceiveImportDocument, discard: DiscardImportDocument, as: 'import' } as const;

test('a valid row compiles and keeps its values', () => {
  const row = route('GET /campaigns/:campaign', CampaignDocument, one);
  expect(row).toEqual({ method: 'GET', path: '/campaigns/:campaign', document: CampaignDocument, answer: one });
  expect(route('POST /events', RecordEventsDocument, one, { when: 'events' }).when).toBe('events');
});

describe('a name in the path', () => {
  test('is one of the document’s variables', () => {
    const rows = [
      // @ts-expect-error: misspelt
      route('GET /campaigns/:campain', CampaignDocument, one),
      // @ts-expect-error: one of two is unknown
      route('GET /lists/:list/campaigns/:campaign', CampaignDocument, one),
      // @ts-expect-error: the document has no variables
      route('GET /teams/:team', TeamDocument, one),
    ];
    expect(rows.map(({ path }) => path.split('/:').length)).toEqual([2, 3, 2]);
  });

  test('has its type on the wire', () => {
    const document = documentOf<{ field: object }, { fieldKey: string }>();
    const rows = [
      route('GET /fields/:field_key', document, one),
      // @ts-expect-error: the name within GraphQL
      route('GET /fields/:fieldKey', document, one),
    ];
    expect(rows.length).toBe(2);
  });

  test('fits a variable that accepts text', () => {
    const rows = [
      route('GET /rows/:row', documentOf<{ row: object }, { row: string | number }>(), one),
      // @ts-expect-error: a number
      route('GET /rows/:row', documentOf<{ row: object }, { row: number }>(), one),
      // @ts-expect-error: an enumeration
      route('GET /rows/:row', documentOf<{ row: object }, { row: 'FIRST' | 'LAST' }>(), one),
      // @ts-expect-error: a number of rows
      route('GET /lists/:first', ListsDocument, page),
    ];
    expect(rows.length).toBe(4);
  });
});

describe('an answer', () => {
  test('with a page needs a connection', () => {
    const rows = [
      route('GET /lists', ListsDocument, page),
      // @ts-expect-error: a single one
      route('GET /campaigns/:campaign', CampaignDocument, page),
      // @ts-expect-error: it is inside
      route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, page),
      // @ts-expect-error: it is called otherwise
      route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, pageOf('people')),
      // @ts-expect-error: it does not say how many there are
      route('GET /lists', documentOf<{ lists: { nodes: object[] } }, { first: number; offset: number }>(), page),
    ];
    expect(rows.every(({ answer }) => 'pages' in answer && answer.pages)).toBe(true);
  });

  test('with a page needs paging variables', () => {
    interface Lists {
      lists: { nodes: object[]; totalCount: number };
    }
    const rows = [
      route('GET /lists', documentOf<Lists, { first: number; offset: number }>(), page),
      // @ts-expect-error: all rows at once
      route('GET /lists', documentOf<Lists, { email: string }>(), page),
      // @ts-expect-error: always the first rows
      route('GET /lists', documentOf<Lists, { first: number }>(), page),
      // @ts-expect-error: rows are not counted off in words
      route('GET /lists', documentOf<Lists, { first: string; offset: string }>(), page),
    ];
    expect(rows.length).toBe(4);
  });

  test('with one resource refuses a page', () => {
    const rows = [
      route('GET /messages/:message/timeline', MessageTimelineDocument, one),
      // @ts-expect-error: a page
      route('GET /lists', ListsDocument, one),
      // @ts-expect-error: a page
      route('POST /lists', ListsDocument, created),
      // @ts-expect-error: a page inside
      route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, dataOf('recipients')),
      // @ts-expect-error: a page of which all rows come at once
      route('GET /lists', documentOf<{ lists: { nodes: object[]; totalCount: number } }, { email: string }>(), one),
      // @ts-expect-error: text
      route('GET /text', documentOf<{ text: string }, { email: string }>(), one),
      // @ts-expect-error: two root fields, of which one would be left out
      route('GET /two', documentOf<{ team: object; usage: object }, { email: string }>(), one),
    ];
    expect(rows.some(({ answer }) => 'pages' in answer && answer.pages)).toBe(false);
  });

  test('accepts a nullable look-up', () => {
    const nullable = documentOf<{ list: { nodes?: never; id: string } | null }, { list: string }>();
    const paged = documentOf<
      { list: { tags: { nodes: object[]; totalCount: number } } | null },
      { list: string; first: number; offset: number }
    >();
    const rows = [route('GET /lists/:list', nullable, one), route('GET /lists/:list/tags', paged, pageOf('tags'))];
    expect(rows.length).toBe(2);
  });

  test('about a created row fits the document', () => {
    const rows = [
      route('POST /campaigns', CreateCampaignDocument, created),
      route('POST /lists/:list/subscribers', SubscribeDocument, createdOrFound),
      route('POST /tokens', CreateTokenDocument, createdWithSecrets),
      // @ts-expect-error: whether it is new is not said
      route('POST /campaigns', CreateCampaignDocument, createdOrFound),
      // @ts-expect-error: it is said beside the resource
      route('POST /lists/:list/subscribers', SubscribeDocument, created),
      // @ts-expect-error: it has no secrets
      route('POST /campaigns', CreateCampaignDocument, createdWithSecrets),
    ];
    expect(rows.length).toBe(6);
  });

  test('without a body accepts any deletion', () => {
    const deleted = documentOf<{ deleteList: { deletedId: string } }, { list: string }>();
    const rows = [
      route('DELETE /campaigns/:campaign', DeleteCampaignDocument, unlessConflict(gone)),
      route('DELETE /lists/:list', deleted, gone),
    ];
    expect(rows.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });

  test('with a file needs a document that returns text', () => {
    const rows = [
      route('GET /lists/:list/exports', DownloadSubscribersDocument, file),
      // @ts-expect-error: it is no resource
      route('GET /lists/:list/exports', DownloadSubscribersDocument, one),
      // @ts-expect-error: it gives no file
      route('GET /campaigns/:campaign', CampaignDocument, file),
    ];
    expect(rows.length).toBe(3);
  });

  test("from a custom function gets the document's result in wire types", () => {
    const status = answer(({ status }: ValueOf<typeof CampaignDocument>) => ({ status: 200, body: { status } }));
    const shouted = answer(({ status }: { status: 'DRAFT' }) => ({ status: 200, body: { status } }));
    const message = answer(({ message }: { message: string | null }) => ({ status: 200, body: { message } }));
    const failed = documentOf<{ row: { message: { path: string[]; problem: string }[] | null } }, { row: string }>();
    const rows = [
      route('GET /campaigns/:campaign', CampaignDocument, status),
      route('GET /rows/:row', failed, message),
      // @ts-expect-error: enumerations are in lower case
      route('GET /campaigns/:campaign', CampaignDocument, shouted),
      // @ts-expect-error: a campaign has no message
      route('GET /campaigns/:campaign', CampaignDocument, message),
    ];
    const subscribed: ValueOf<TypedDocumentNode<{ subscriber: SubscriberFragment | null }, object>>['status'][] = [
      'subscribed',
      // @ts-expect-error: enumerations are in lower case
      'UNSUBSCRIBED',
    ];
    expect([rows.length, subscribed.length]).toEqual([4, 2]);
  });
});

describe('a body', () => {
  test('fills one of the document’s variables with a row', () => {
    // @ts-expect-error: the document of a single event has no events
    expect(route('POST /events', RecordEventDocument, one, { when: 'events' }).when).toBe('events');
  });

  test('that is a file needs a document that accepts one', () => {
    const rows = [
      route('POST /lists/:list/imports/preview', PreviewImportDocument, one, { upload: 'straight' }),
      route('POST /lists/:list/imports', StartImportDocument, one, { upload: steps }),
      // @ts-expect-error: it takes none
      route('POST /campaigns', CreateCampaignDocument, created, { upload: 'straight' }),
      // @ts-expect-error: the first document has no such name
      route('POST /imports/:import', StartImportDocument, one, { upload: steps }),
      // @ts-expect-error: the second document does not take what the first one gave
      route('POST /lists/:list/imports', CreateCampaignDocument, one, { upload: steps }),
      // @ts-expect-error: the first document takes no file
      route('POST /imports/:import', StartImportDocument, one, { upload: { ...steps, receive: StartImportDocument } }),
      // @ts-expect-error: what was received cannot be discarded
      route('POST /lists/:list/imports', StartImportDocument, one, { upload: { ...steps, discard: CampaignDocument } }),
    ];
    expect(rows.map(({ upload }) => upload).filter((upload) => upload === undefined)).toEqual([]);
  });
});
