import { createList } from '../domain/audience/lists.ts';
import { subscribeBatch } from '../domain/audience/subscribe-batch.ts';
import { createTemplate, findTemplate } from '../domain/content/templates.ts';
import { recordEvents } from '../domain/insight/record-events.ts';
import { sendTransactionalMail } from '../domain/sending/transactional-mails.ts';
import type { Scope } from '../scope.ts';
import { demoEvents, demoPerson } from './people.ts';

const SUBSCRIBERS = 5_000;
const BATCH = 100;

const TEMPLATES = [
  {
    name: 'Order confirmation',
    subject: 'Your order {{ order_number }}',
    content:
      '<h1>Thank you, {{ first_name | default: "friend" }}!</h1><p>We have your order {{ order_number }}.</p><ul>{% for item in items %}<li>{{ item.name }}</li>{% endfor %}</ul>',
  },
  {
    name: 'Password reset',
    subject: 'Set a new password',
    content: '<p>Follow <a href="{{ url }}">this link</a> to set a new password.</p>',
  },
  {
    name: 'Shipping notice',
    subject: 'Your parcel is on its way',
    content: '<p>Order {{ order_number }} left our house today.</p>',
  },
];

/** Fills a team through the same functions as callers use. `say` hears how far it is. */
export async function seedTeam(scope: Scope, say: (line: string) => void): Promise<void> {
  for (const template of TEMPLATES) {
    if (!(await findTemplate(scope, template.name))) await createTemplate(scope, { ...template, editor: 'html' });
  }
  say(`${TEMPLATES.length} templates`);
  const news = await createList(scope, {
    name: 'Newsletter',
    fromEmail: 'news@example.com',
    fromName: 'The Shoe Shop',
  });
  await createList(scope, {
    name: 'Wholesale',
    fromEmail: 'b2b@example.com',
    locale: 'de',
    requiresConfirmation: true,
  });
  for (let from = 0; from < SUBSCRIBERS; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
    await subscribeBatch(scope, news.id, numbers.map(demoPerson));
    await recordEvents(
      scope,
      numbers.flatMap((number) => demoEvents(number, scope.now())),
    );
    if ((from + BATCH) % 1_000 === 0) say(`${from + BATCH} of ${SUBSCRIBERS} subscribers with their events`);
  }
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
