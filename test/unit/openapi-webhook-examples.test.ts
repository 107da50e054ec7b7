import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { exampleId } from '../../src/rest/openapi/example-ids.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Webhook {
  summary: string;
  requestBody: { content: Record<string, { example: { data: Record<string, { id?: string } | string | null> } }> };
}

const { webhooks, components } = JSON.parse(JSON.stringify(openApiDocument(schema, routes))) as {
  webhooks: Record<string, { post: Webhook }>;
  components: { schemas: Record<string, { description: string; enum: string[] }> };
};

const dataOf = (kind: string) => webhooks[kind]!.post.requestBody.content['application/json']!.example.data;

test('an object has the same id in the examples of notifications and of operations', () => {
  const ids = Object.keys(webhooks).flatMap((kind) =>
    Object.entries(dataOf(kind)).flatMap(([thing, shown]) =>
      typeof shown === 'object' && shown?.id ? [[kind, thing, shown.id]] : [],
    ),
  );
  expect(ids.length).toBeGreaterThan(30);
  expect(ids).toEqual(ids.map(([kind, thing]) => [kind, thing, exampleId(thing as string)]));
});

test.each([
  ['sending_domain.failed', { sending_domain: { records: [{ purpose: 'dkim', state: 'missing' }] } }],
  ['transport.paused', { transport: { sending_pauses: [{ domain: null, failures: 3 }] } }],
  ['transport.recovered', { transport: { sending_pauses: [] } }],
  ['mail.complained', { reason: 'abuse' }],
  ['import.failed', { import: { status: 'failed', errors: [{ row: null }] } }],
  ['campaign.scheduled', { campaign: { sent_count: 0, started_at: null } }],
])('the example of %s shows the object as the event leaves it', (kind, data) => {
  expect(dataOf(kind)).toMatchObject(data);
});

test('the summary of a notification says what happened, and not its kind again', () => {
  const all = Object.entries(webhooks).map(([kind, { post }]) => [kind, post.summary] as const);
  expect(all).toContainEqual(['mail.bounced', 'An e-mail bounced']);
  expect(all.filter(([, summary]) => !/^[A-Z][^.]{4,80}$/.test(summary))).toEqual([]);
});

test('each kind of change has a line that describes it', () => {
  const { description, enum: kinds } = components.schemas.ChangeKind!;
  expect(kinds.filter((kind) => !description.includes(`- \`${kind}\`: `))).toEqual([]);
});
