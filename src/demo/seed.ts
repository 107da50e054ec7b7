import { createContactField } from '../domain/audience/contact-fields.ts';
import { createList, updateList } from '../domain/audience/lists.ts';
import { createTemplate, findTemplate } from '../domain/content/templates.ts';
import { subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { recordEvents } from '../domain/insight/record-events.ts';
import { createSegment } from '../domain/segments/segments.ts';
import { sendTransactionalMail } from '../domain/sending/transactional-mails.ts';
import type { Scope } from '../scope.ts';
import { demoEvents, demoPerson } from './people.ts';

const SUBSCRIBERS = 5_000;
const BATCH = 100;

const TEMPLATES = [
  {
    editor: 'html',
    name: 'Order confirmation',
    subject: 'Your order {{ order_number }}',
    content:
      '<h1>Thank you, {{ first_name | default: "friend" }}!</h1><p>We received your order {{ order_number }}.</p><ul>{% for item in items %}<li>{{ item.name }}</li>{% endfor %}</ul>',
  },
  {
    editor: 'markdown',
    name: 'Password reset',
    subject: 'Set a new password',
    content: '# Reset your password\n\nUse [this link]({{ url }}) to set a new password.',
  },
  {
    editor: 'blocks',
    name: 'Shipping notice',
    subject: 'Your parcel is on its way',
    content: JSON.stringify({
      blocks: [
        { type: 'heading', text: 'On its way' },
        { type: 'text', text: 'Order **{{ order_number }}** was shipped today.' },
        { type: 'button', text: 'Track your parcel', href: 'https://shop.example/parcels/{{ order_number }}' },
        { type: 'footer', text: 'The Shoe Shop' },
      ],
    }),
  },
];

const FIELDS = [
  { key: 'shoe_size', type: 'number' },
  { key: 'city', type: 'text' },
];

const SEGMENTS = [
  {
    name: 'Active VIPs',
    conditions: {
      operator: 'and',
      rules: [
        { type: 'tags', operator: 'has_any', value: ['vip'] },
        { type: 'engagement', operator: 'active_within_days', value: 30 },
      ],
    },
  },
  {
    name: 'Size 44 and up in Berlin or Porto',
    conditions: {
      operator: 'and',
      rules: [
        { type: 'attribute', field: 'shoe_size', operator: 'gte', value: 44 },
        { type: 'attribute', field: 'city', operator: 'in', value: ['Berlin', 'Porto'] },
      ],
    },
  },
  {
    name: 'Abandoned cart',
    conditions: {
      operator: 'and',
      rules: [{ type: 'event', operator: 'performed', value: { name: 'cart.abandoned', within_days: 14 } }],
    },
  },
];

/** Fills a team through the same domain functions that the interfaces call. `say` reports progress. */
export async function seedTeam(scope: Scope, say: (line: string) => void): Promise<void> {
  for (const template of TEMPLATES) {
    if (!(await findTemplate(scope, template.name))) await createTemplate(scope, template);
  }
  say(`${TEMPLATES.length} templates`);
  const known = new Set(
    (await scope.db.contactField.findMany({ where: { teamId: scope.team.id } })).map(({ key }) => key),
  );
  for (const field of FIELDS) if (!known.has(field.key)) await createContactField(scope, field);
  const news = await createList(scope, {
    name: 'Newsletter',
    fromEmail: 'news@example.com',
    fromName: 'The Shoe Shop',
  });
  await seedWholesale(scope);
  for (let from = 0; from < SUBSCRIBERS; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
    await subscribeBatch(scope, news.id, { subscribers: numbers.map(demoPerson) });
    await recordEvents(scope, { events: numbers.flatMap((number) => demoEvents(number, scope.now())) });
    if ((from + BATCH) % 1_000 === 0) say(`${from + BATCH} of ${SUBSCRIBERS} subscribers with their events`);
  }
  for (const segment of SEGMENTS) await createSegment(scope, news.id, segment);
  say(`${SEGMENTS.length} segments`);
  for (let number = 0; number < 20; number += 1) {
    const { email, firstName } = demoPerson(number * 3);
    await sendTransactionalMail(scope, {
      template: 'Order confirmation',
      from: 'orders@example.com',
      to: [email],
      variables: { order_number: 1000 + number, first_name: firstName, items: [{ name: 'Walking shoes' }] },
    });
  }
  say('20 transactional mails, sent as soon as workers run');
}

/** A list that turns on double opt-in later: its first subscribers stay subscribed, the next ones must confirm. */
async function seedWholesale(scope: Scope): Promise<void> {
  const input = { name: 'Wholesale', fromEmail: 'b2b@example.com', fromName: 'The Shoe Shop', locale: 'de' };
  const { id } = await createList(scope, input);
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => demoPerson(from + index * 7));
  await subscribeBatch(scope, id, { subscribers: people(0, 60) });
  await updateList(scope, id, { requiresConfirmation: true });
  await subscribeBatch(scope, id, { subscribers: people(3, 12) });
}
