import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Sql } from '../../../src/database/connect.ts';
import { checkoutRoot } from '../../../src/database/home.ts';
import { pollForWork } from '../../../src/database/work-poller.ts';
import { DUE_DATES } from '../../../src/domain/automations/clock/due-dates.ts';
import { DUE_SEGMENTS } from '../../../src/domain/automations/clock/watched-segments.ts';
import { DUE_RUNS } from '../../../src/domain/automations/runs/find-due.ts';
import { WAITING_SIGNALS } from '../../../src/domain/automations/runs/process-signals.ts';
import { CAMPAIGNS_TO_LOOK_AT } from '../../../src/domain/campaigns/end-campaigns.ts';
import { DUE_SERIES } from '../../../src/domain/campaigns/series/run-series.ts';
import { AUTOMATION_EMAILS, URGENT } from '../../../src/domain/ledger/claim.ts';
import { WAITING_CAMPAIGNS } from '../../../src/domain/ledger/find-campaigns.ts';
import { waitingMails } from '../../../src/domain/ledger/find-waiting.ts';
import { DUE_FOLDERS } from '../../../src/domain/media/remove-folders.ts';
import { DUE_DOMAINS } from '../../../src/domain/sending/check-due-domains.ts';
import { dueWebhookDeliveries } from '../../../src/domain/webhooks/claim-deliveries.ts';
import { WAITING_NOTIFICATIONS } from '../../../src/domain/webhooks/make-deliveries.ts';
import { ANY_LEFT } from '../../../src/jobs/sweep.ts';
import { until } from '../../support/until.ts';
import { ROWS } from './rows.ts';

const all = (db: Database): Sql[] => [
  ...[
    waitingMails(db, URGENT),
    waitingMails(db, AUTOMATION_EMAILS),
    WAITING_CAMPAIGNS,
    WAITING_SIGNALS,
    DUE_RUNS,
    DUE_DATES,
    DUE_SEGMENTS,
    DUE_SERIES,
  ],
  ...[CAMPAIGNS_TO_LOOK_AT, WAITING_NOTIFICATIONS, dueWebhookDeliveries(db), DUE_FOLDERS, DUE_DOMAINS, ANY_LEFT],
];
const LOOK = 'select array[exists';

/** Keeps the plan of the statement by which an idle process looks for work, once it was asked a few times. */
export async function saveIdleQueryPlan(db: Database, plans: string[]): Promise<void> {
  plans.length = 0;
  const stops = all(db).map((what) => pollForWork(db, { what, everyMs: 500, wake: () => {} }));
  const looks = () => plans.filter((plan) => plan.includes(LOOK));
  await until(() => looks().length >= 5);
  for (const stop of stops) stop();
  const plan = looks().at(-1)!;
  console.log(`the idle look ${plan.split('\n')[0]}`);
  for (const line of plan.split('\n').filter((line) => line.includes('Seq Scan'))) console.log(`   ${line.trim()}`);
  await writeFile(
    join(checkoutRoot(), 'test/bench/explain/idle-look.txt'),
    `The idle look\n${ROWS} rows of each table\n\n${plan}\n`,
  );
}
