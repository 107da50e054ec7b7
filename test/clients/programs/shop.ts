import assert from 'node:assert/strict';
import { client } from './client/client.gen';
import {
  createList,
  createSubscriber,
  createTemplate,
  getTransactionalMail,
  importSubscribers,
  listEvents,
  listSubscribers,
  recordConversion,
  recordEvent,
  sendTransactionalMail,
} from './client/index';

// The first day of a shop, with a generated client against a running server. It compiles in strict TypeScript without a cast.

const token = process.env.TOKEN ?? '';
/* The recipe of hey-api */
client.interceptors.request.use((request) => {
  assert.deepEqual([request.headers.get('cookie'), request.headers.get('authorization')], [null, `Bearer ${token}`]);
  return request;
});

const email = 'ada@example.com';
const throwOnError = true as const;

const template = await createTemplate({
  throwOnError,
  body: {
    name: 'Receipt',
    editor: 'html',
    subject: 'Your order {{ order }}',
    content: '<p>Thank you, {{ name }}!</p>',
  },
});
assert.equal(template.data.data.name, 'Receipt');

const list = await createList({ throwOnError, body: { name: 'Customers', from_email: 'hello@shop.example' } });
const list_id = list.data.data.id;

const subscriber = await createSubscriber({
  throwOnError,
  path: { list_id },
  body: { email, first_name: 'Ada', tags: ['vip'] },
});
assert.equal(subscriber.data.data.status, 'subscribed');

const event = await recordEvent({ throwOnError, body: { email, name: 'visit', properties: { page: '/boots' } } });
assert.equal('failed' in event.data ? undefined : event.data.data.status, 'recorded');

const sale = await recordConversion({
  throwOnError,
  headers: { 'Idempotency-Key': 'order-1001' },
  body: { email, value: 1250, currency: 'EUR', reference: 'order-1001' },
});
assert.equal(sale.data.data.value, 1250);

const mail = await sendTransactionalMail({
  throwOnError,
  body: { template: 'Receipt', to: [email], from: 'hello@shop.example', variables: { name: 'Ada', order: '1001' } },
});
const read = await getTransactionalMail({ throwOnError, path: { mail_id: mail.data.data.id } });
assert.equal(read.data.data.subject, 'Your order 1001');

const file = new File(['email,first_name\nbob@example.org,Bob\n'], 'people.csv', { type: 'text/csv' });
const imported = await importSubscribers({ throwOnError, path: { list_id }, body: { file } });
assert.equal(imported.data.meta.queued, 1);

const page = await listSubscribers({ throwOnError, path: { list_id }, query: { per_page: 1, email } });
assert.deepEqual([page.data.data[0]?.first_name, page.data.meta.total], ['Ada', 1]);
const events = await listEvents({ throwOnError, query: { email } });
assert.ok(events.data.data.some(({ name }) => name === 'visit'));

const refused = await createList({ body: { name: '', from_email: 'nobody' } });
assert.equal(refused.response?.status, 422);
assert.ok(refused.error && 'errors' in refused.error && refused.error.errors.from_email?.[0]);

console.log('The shop is open.');
