import { CAMPAIGN, LIST } from '../audience/rows.ts';
import type { callerOf } from '../bench-server.ts';
import { IMPORT } from './rows.ts';

/** A screen of the dashboard: its path, and a selector for its first rows or figures. */
export interface BenchScreen {
  name: string;
  path: string;
  ready: string;
}

/** The most active person: rows.ts scatters events over people by their numbers. */
const BUSIEST = 'reader-1@web.example';

/** The campaigns made by SQL refer to a template that does not exist. */
const MAIL = {
  ...{ from: 'shop@shop.example', to: ['reader-1@web.example'], subject: 'Your order' },
  html: '<p>Thank you.</p>',
};

const ROW = 'main tbody tr';
const FIGURE = 'main dd';
const FIELD = 'main input';

/** Every screen, and the page of one row of each kind, from the team's data. Sends an e-mail, which is one of them. */
export async function screensOf(call: ReturnType<typeof callerOf>): Promise<BenchScreen[]> {
  const first = async (path: string): Promise<{ id: string }> => (await call('GET', `${path}?per_page=1`))[0];
  const [segment] = await call('GET', `/lists/${LIST}/segments?per_page=1`);
  const [draft] = await call('GET', '/campaigns?status=draft&per_page=1');
  const [template, mail] = [await first('/templates'), await call('POST', '/transactional-mails', MAIL)];
  const [automation] = (await call('GET', '/automations?per_page=100')).filter(
    ({ name }: { name: string }) => name === 'Welcome',
  );
  const [webhook, form] = [await first('/webhooks'), await first('/forms')];
  const screen = (name: string, path: string, ready: string): BenchScreen => ({ name, path, ready });
  return [
    screen('Today', '/', `${ROW}`),
    screen('People', `/people?list=${LIST}`, ROW),
    screen('People, searched', `/people?list=${LIST}&search=klara+weber`, ROW),
    screen('People, by status and tag', `/people?list=${LIST}&status=SUBSCRIBED&tag=press`, ROW),
    screen('a person', `/people/${BUSIEST}`, 'main .mantine-Timeline-item'),
    screen('Lists', '/lists', ROW),
    screen('a list', `/lists/${LIST}`, 'main section'),
    screen('fields', '/lists/fields', ROW),
    screen('tags', '/lists/tags', ROW),
    screen('suppressions', '/lists/suppressions', ROW),
    screen('imports', '/lists/imports', ROW),
    screen('an import', `/lists/imports/${IMPORT}`, ROW),
    screen('Segments', `/segments?list=${LIST}`, ROW),
    screen('a segment', `/segments/${segment.id}`, FIELD),
    screen('Templates', '/templates', 'main iframe'),
    screen('a template', `/templates/${template.id}`, FIELD),
    screen('Campaigns', '/campaigns', ROW),
    screen('a report', `/campaigns/${CAMPAIGN}`, FIGURE),
    screen('its links', `/campaigns/${CAMPAIGN}?tab=links`, ROW),
    screen('its recipients', `/campaigns/${CAMPAIGN}?tab=recipients`, ROW),
    screen('a draft', `/campaigns/${draft.id}`, FIELD),
    screen('Automations', '/automations', ROW),
    screen('an automation', `/automations/${automation.id}`, 'main h1'),
    screen('its runs', `/automations/${automation.id}/runs`, ROW),
    screen('Transactional', '/transactional', ROW),
    screen('a mail', `/transactional/${mail.id}`, 'main dd, main section'),
    screen('Events', '/events', ROW),
    screen('revenue', '/events/revenue', ROW),
    screen('Outbox', '/outbox', 'main h1'),
    ...['team', 'members', 'tokens', 'domains', 'transports', 'pauses', 'webhooks', 'audit', 'usage'].map((part) =>
      screen(`settings, ${part}`, `/settings/${part}`, 'main h1'),
    ),
    screen('a webhook', `/settings/webhooks/${webhook.id}`, 'main section'),
    screen('Forms', '/forms', ROW),
    screen('a form', `/forms/${form.id}`, 'main section'),
  ];
}
