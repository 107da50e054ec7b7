import { run, sql } from '../../database/connect.ts';
import { createAutomation } from '../../domain/automations/automations.ts';
import { createFromReadyMade } from '../../domain/automations/ready-made/create-from-ready-made.ts';
import { abandonedCart } from '../../domain/automations/ready-made/list-ready-made.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Scope } from '../../scope.ts';
import { runAutomation } from './run-automation.ts';
import type { PastMailing } from './send-campaign.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The automations with their e-mails of the past. */
export interface PastAutomation {
  id: string;
  mailings: PastMailing[];
}

/** The name of the welcome series, its templates, and how many days ago the last people entered it. */
interface Welcome {
  name: string;
  welcome: string;
  products: string;
  untilDays: number;
}

/** Everybody who joined the list within the year got a welcome, and a second e-mail three days later. */
export async function welcomeSeries(
  scope: Scope,
  outbound: Outbound,
  listId: string,
  { name, welcome, products, untilDays }: Welcome,
): Promise<PastAutomation> {
  const { id } = await createAutomation(scope, outbound, {
    name,
    listId,
    trigger: { type: 'subscribed' },
    exits: [{ type: 'event', name: 'order', goal: true }],
    steps: [
      { id: 'welcome', type: 'send', template: welcome },
      { id: 'three-days', type: 'wait', for: 'P3D' },
      { id: 'products', type: 'send', template: products, subject: 'What our regulars love' },
    ],
  });
  const starts = sql`select s.person_key, s.id as subscriber_id, s.subscribed_at as at from subscribers s
    where s.team_id = ${scope.team.id}::int and s.list_id = ${listId}::uuid and s.subscribed_at > now() - interval '364 days'
      and s.subscribed_at <= now() - make_interval(days => ${untilDays}::int)`;
  const mailings = await runAutomation(scope, {
    automation: id,
    listId,
    again: 'never',
    starts,
    left: 9,
    waiting: 'three-days',
    steps: [
      { id: 'welcome', type: 'send', after: 0, template: welcome },
      { id: 'three-days', type: 'wait', after: 3 * DAY },
      { id: 'products', type: 'send', after: 3 * DAY, template: products },
    ],
  });
  return { id, mailings };
}

/** Everybody who abandoned a cart was reminded, until they ordered. */
export async function cartReminders(scope: Scope, listId: string): Promise<PastAutomation> {
  const id = await cartAutomation(scope, listId);
  const starts = sql`select e.person_key, s.id as subscriber_id, e.occurred_at as at
    from events e join subscribers s on s.team_id = e.team_id and s.person_key = e.person_key and s.list_id = ${listId}::uuid
    where e.team_id = ${scope.team.id}::int and e.name = 'cart.abandoned' and s.status = 'subscribed'`;
  const [first, second] = abandonedCart.steps.flatMap((step) => (step.type === 'send' ? [step.template] : []));
  const mailings = await runAutomation(scope, {
    automation: id,
    listId,
    again: 'restart',
    starts,
    left: 3,
    waiting: 'a-day',
    steps: [
      { id: 'an-hour', type: 'wait', after: HOUR },
      { id: 'first-e-mail', type: 'send', after: HOUR, template: first! },
      { id: 'a-day', type: 'wait', after: HOUR + DAY },
      { id: 'second-e-mail', type: 'send', after: HOUR + DAY, template: second! },
    ],
  });
  return { id, mailings };
}

/** The one that a team starts with, or a new one. */
async function cartAutomation(scope: Scope, listId: string): Promise<string> {
  const [known] = await run<{ id: string }>(
    scope.db,
    sql`select id::text from automations where team_id = ${scope.team.id}::int and ready_made = ${abandonedCart.key}
          and deleted_at is null and version = 1 and status <> 'archived' order by created_at limit 1`,
  );
  return known?.id ?? (await createFromReadyMade(scope, { readyMade: abandonedCart.key, listId })).id;
}
