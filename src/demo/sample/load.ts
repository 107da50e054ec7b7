import type { Config } from '../../config.ts';
import { sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { createCampaign } from '../../domain/campaigns/campaigns.ts';
import { ConflictError } from '../../errors.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { SAMPLE_DOMAIN } from '../../validation/sample-address.ts';
import { CAMPAIGNS, FORTNIGHT_DAYS } from '../plan.ts';
import { addSegments, createTemplates, TEMPLATES } from '../shop.ts';
import { welcomeSeries } from '../year/automations.ts';
import { countReports } from '../year/count.ts';
import { leave } from '../year/leave.ts';
import { confirmOrders } from '../year/mails.ts';
import { cartsAndVisits, orders, record } from '../year/orders.ts';
import { react } from '../year/react.ts';
import { sendCampaign } from '../year/send-campaign.ts';
import { spreadPeople } from '../year/spread-people.ts';
import { CUSTOMERS, createAudience, createFields, createSampleForm, ENDING, readTagIds } from './contents.ts';
import { lockSampleData, readSampleData, recordObjects, type SampleData } from './objects.ts';
import { refuseReactions } from './reactions.ts';

const SENT_CAMPAIGNS = 8;
const LATEST_DAYS = 2;
/** A campaign to 200 people would hardly ever bounce otherwise. */
const TIMES = 4;
const MAILS = 18;
/** The share of openers. */
const OPENED = 0.52;
const BUYING = { every: 3, which: sql`p.email like ${`%@${SAMPLE_DOMAIN}`}`, prefix: 'sample' };
const CONFIRMATIONS = { order: `Order confirmation${ENDING}`, shipping: `Shipping confirmation${ENDING}` };
const WELCOME = {
  name: `Welcome series${ENDING}`,
  welcome: `Welcome${ENDING}`,
  products: `Newsletter: products${ENDING}`,
  untilDays: 4, // everybody has completed it, so no e-mail is due
};
const SILENT = () => undefined;

/** The settings that a form needs. */
interface Surroundings {
  outbound: Outbound;
  config: Pick<Config, 'publicUrl'>;
}

/**
 * Gives a team the sample data of a bakery, all or nothing. No e-mail is sent, and the usage counts no messages. Throws
 * ConflictError if the team has sample data, or an automation or webhook that would react, and on a cluster.
 */
export function loadSampleData(scope: Scope, surroundings: Surroundings): Promise<SampleData> {
  return transaction(
    scope,
    async (scope) => {
      if (isDistributed(scope.db)) throw new ConflictError('ON_CLUSTER', 'There is no sample data on Citus.');
      await lockSampleData(scope);
      if (await readSampleData(scope))
        throw new ConflictError('SAMPLE_DATA_LOADED', 'The team has sample data already. Remove it first.');
      await refuseReactions(scope);
      await create(scope, surroundings);
      return (await readSampleData(scope)) as SampleData; // it was recorded just now
    },
    LONG_MS,
  );
}

async function create(scope: Scope, { outbound, config }: Surroundings): Promise<void> {
  const templates = await createTemplates(scope, TEMPLATES, ENDING);
  const fields = await createFields(scope);
  const before = new Set(await readTagIds(scope));
  const { newsletter, wholesale, people } = await createAudience(scope);
  const tags = (await readTagIds(scope)).filter((id) => !before.has(id));
  const segments = await addSegments(scope, newsletter);
  await spreadPeople(scope, [newsletter, wholesale]);
  const sent = await sendCampaigns(scope, outbound, newsletter);
  await record(scope, cartsAndVisits(CUSTOMERS, scope.now()), SILENT);
  const automation = await welcomeSeries(scope, outbound, newsletter, WELCOME);
  for (const mailing of automation.mailings) await react(scope, mailing, OPENED);
  await record(scope, await orders(scope, CUSTOMERS, BUYING), SILENT);
  const mail = await confirmOrders(scope, { ...CUSTOMERS, count: MAILS }, CONFIRMATIONS);
  await countReports(scope, { campaigns: sent, automations: [automation] });
  const draft = await createCampaign(scope, outbound, {
    name: 'Summer courses',
    listId: newsletter,
    template: `Newsletter: letter${ENDING}`,
    subject: 'Three courses, twelve places',
  });
  await recordObjects(scope, {
    list: [newsletter, wholesale],
    person: people,
    field: fields,
    tag: tags,
    template: templates,
    segment: segments,
    campaign: [...sent, draft.id],
    automation: [automation.id],
    form: [await createSampleForm(scope, config, newsletter)],
    mail,
  });
}

/** The newest campaigns of the demo's year, each sent a fortnight after the one before. Returns their ids. */
async function sendCampaigns(scope: Scope, outbound: Outbound, listId: string): Promise<string[]> {
  const sent: string[] = [];
  const planned = CAMPAIGNS.slice(-SENT_CAMPAIGNS);
  for (const [index, { template, opened, ...rest }] of planned.entries()) {
    const days = (planned.length - 1 - index) * FORTNIGHT_DAYS + LATEST_DAYS;
    const campaign = { ...rest, opened, template: `${template}${ENDING}` };
    const mailing = await sendCampaign(scope, outbound, { listId, days, planned: campaign });
    await react(scope, mailing, opened);
    await leave(scope, mailing.id, TIMES);
    sent.push(mailing.id);
  }
  return sent;
}
