import { SetupError } from '../config.ts';
import { sql } from '../database/connect.ts';
import { isDistributed } from '../database/layout.ts';
import { createList, updateList } from '../domain/audience/lists.ts';
import { readAutomation } from '../domain/automations/automations.ts';
import { activateAutomation } from '../domain/automations/change-status.ts';
import { createCampaign } from '../domain/campaigns/campaigns.ts';
import { subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { readTeam, updateTeam } from '../domain/platform/team-settings.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { LONG_MS, type Scope, transaction } from '../scope.ts';
import { type Customers, demoPerson } from './people.ts';
import { CAMPAIGNS, FORTNIGHT_DAYS } from './plan.ts';
import { addSegments, furnish } from './shop.ts';
import { cartReminders, type PastAutomation, welcomeSeries } from './year/automations.ts';
import { count } from './year/count.ts';
import { leave } from './year/leave.ts';
import { confirmOrders, confirmSignUps } from './year/mails.ts';
import { cartsAndVisits, orders, record } from './year/orders.ts';
import { react } from './year/react.ts';
import { type PastMailing, sendCampaign } from './year/send-campaign.ts';
import { spreadPeople } from './year/spread-people.ts';

/** As many as the demo has unless told otherwise. */
export const PEOPLE = 5_000;
const BATCH = 100;
const CONFIRMED_ORDERS = 60;
const SENDER = { fromEmail: 'hello@bakery.example', fromName: 'The Bakery' };
const DOMAIN = 'bakery.example';
/** How long ago the latest campaign was sent. */
const LATEST_DAYS = 2;
/** Each further e-mail of an automation is opened by fewer people. */
const LESS_LATER = 0.11;

const BUYING = { every: 5, which: sql`true`, prefix: 'demo' };
const CONFIRMATIONS = { order: 'Order confirmation', shipping: 'Shipping confirmation' };
const WELCOME = { name: 'Welcome series', welcome: 'Welcome', products: 'Newsletter: products', untilDays: 0 };

type Say = (line: string) => void;

/**
 * Gives a team a bakery with a year behind it, and `people` customers. Reports its progress with `say`. Throws SetupError on a cluster:
 * it writes the past by statements that Citus refuses (docs/adr/0044).
 */
export async function seedTeam(scope: Scope, outbound: Outbound, say: Say, people = PEOPLE): Promise<void> {
  if (isDistributed(scope.db)) {
    throw new SetupError('There is no demo data on Citus: use a database whose tables are not distributed');
  }
  await nameTeam(scope);
  await furnish(scope);
  const newsletter = await createList(scope, { name: 'Newsletter', ...SENDER });
  const wholesale = await createList(scope, { name: 'Wholesale', ...SENDER, locale: 'de' });
  await subscribeAll(scope, newsletter.id, people, say);
  await subscribeWholesale(scope, wholesale.id);
  await addSegments(scope, newsletter.id);
  await transaction(scope, (scope) => confirmSignUps(scope, wholesale.id));
  await transaction(scope, (scope) => spreadPeople(scope, [newsletter.id, wholesale.id]), LONG_MS);
  const campaigns = await sendCampaigns(scope, outbound, newsletter.id, say);
  const customers: Customers = { count: people, person: demoPerson };
  await record(scope, cartsAndVisits(customers, scope.now()), say);
  const automations = [await runWelcome(scope, outbound, newsletter.id), await runReminders(scope, newsletter.id)];
  await record(scope, await orders(scope, customers, BUYING), say);
  await transaction(
    scope,
    (scope) => confirmOrders(scope, { ...customers, count: CONFIRMED_ORDERS }, CONFIRMATIONS),
    LONG_MS,
  );
  say(`${automations.length} automations and ${CONFIRMED_ORDERS} order confirmations`);
  await count(scope, { campaigns: campaigns.map(({ id }) => id), automations, domain: DOMAIN });
  for (const { id } of automations) await activate(scope, id);
  await draftNext(scope, outbound, newsletter.id);
  say('counted all figures');
}

/** Names a team without a postal address, so that its e-mails are complete. */
async function nameTeam(scope: Scope): Promise<void> {
  const { postalAddress } = await readTeam(scope);
  if (!postalAddress)
    await updateTeam(scope, {
      name: 'The Bakery',
      postalAddress: 'The Bakery, Mill Lane 7\n1011 Amsterdam',
      timezone: 'Europe/Amsterdam',
    });
}

async function subscribeAll(scope: Scope, listId: string, people: number, say: Say): Promise<void> {
  for (let from = 0; from < people; from += BATCH) {
    await subscribe(scope, listId, { first: from, step: 1, count: Math.min(BATCH, people - from) });
    if ((from + BATCH) % 1_000 === 0) say(`${from + BATCH} of ${people} people`);
  }
}

/** A list that turns on double opt-in later: its first people stay subscribed, the next ones must confirm. */
async function subscribeWholesale(scope: Scope, listId: string): Promise<void> {
  await subscribe(scope, listId, { first: 0, step: 7, count: 60 });
  await updateList(scope, listId, { requiresConfirmation: true });
  await subscribe(scope, listId, { first: 3, step: 7, count: 12 });
}

const subscribe = (
  scope: Scope,
  listId: string,
  { first, step, count }: { first: number; step: number; count: number },
) =>
  subscribeBatch(scope, listId, {
    subscribers: Array.from({ length: count }, (_, index) => demoPerson(first + index * step)),
  });

async function sendCampaigns(scope: Scope, outbound: Outbound, listId: string, say: Say): Promise<PastMailing[]> {
  const sent: PastMailing[] = [];
  for (const [index, planned] of CAMPAIGNS.entries()) {
    const days = (CAMPAIGNS.length - 1 - index) * FORTNIGHT_DAYS + LATEST_DAYS;
    const mailing = await transaction(
      scope,
      async (scope) => {
        const mailing = await sendCampaign(scope, outbound, { listId, days, planned });
        await react(scope, mailing, planned.opened);
        await leave(scope, mailing.id);
        return mailing;
      },
      LONG_MS,
    );
    sent.push(mailing);
  }
  say(`${sent.length} campaigns with opens, clicks, bounces and unsubscribes`);
  return sent;
}

const runWelcome = (scope: Scope, outbound: Outbound, listId: string): Promise<PastAutomation> =>
  transaction(
    scope,
    async (scope) => reacted(scope, await welcomeSeries(scope, outbound, listId, WELCOME), 0.52),
    LONG_MS,
  );

const runReminders = (scope: Scope, listId: string): Promise<PastAutomation> =>
  transaction(scope, async (scope) => reacted(scope, await cartReminders(scope, listId), 0.45), LONG_MS);

async function reacted(scope: Scope, automation: PastAutomation, opened: number): Promise<PastAutomation> {
  for (const [number, mailing] of automation.mailings.entries())
    await react(scope, mailing, opened - number * LESS_LATER);
  return automation;
}

/** The reminder of abandoned carts is active in a new team. */
async function activate(scope: Scope, id: string): Promise<void> {
  const { status } = await readAutomation(scope, id);
  if (status !== 'active') await activateAutomation(scope, id);
}

const draftNext = (scope: Scope, outbound: Outbound, listId: string) =>
  createCampaign(scope, outbound, {
    name: 'Summer courses',
    listId,
    template: 'Newsletter: letter',
    subject: 'Three courses, twelve places',
  });
