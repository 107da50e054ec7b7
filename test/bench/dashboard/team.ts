import pg from 'pg';
import { connect } from '../../../src/database/connect.ts';
import { recountAutomation } from '../../../src/domain/automations/report/recount.ts';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { beginSession } from '../../../src/domain/members/sessions.ts';
import { userOf } from '../../../src/domain/members/users.ts';
import { newId } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openAudience } from '../audience/build.ts';
import { CAMPAIGN, LIST } from '../audience/rows.ts';
import { callerOf } from '../bench-server.ts';
import { serve } from '../processes.ts';
import { ROWS, rowsOf } from './rows.ts';

const NAME = 'dashboard';
const POSTAL_ADDRESS = 'Harbour Road 1, Porto';
const WELCOME = {
  trigger: { type: 'event', name: 'welcome' },
  steps: [
    { id: 'pause', type: 'wait', for: 'P40D' },
    { id: 'tag', type: 'add_tags', tags: ['vip'] },
  ],
};

/**
 * The team of bench:audience, with a million subscribers and ten million events, and all other data of the dashboard: in its own
 * database in the same cluster, made at the first run. `stop` ends PostgreSQL.
 */
export async function openBusyTeam(): Promise<{ url: string; stop: () => Promise<void> }> {
  const audience = await openAudience();
  const url = audience.url.replace(/\/tidings$/, `/${NAME}`);
  try {
    if (!(await exists(audience.url))) await build(audience.url);
  } catch (error) {
    await audience.stop();
    throw error;
  }
  return { url, stop: audience.stop };
}

/** Signs an owner in; returns the secret of the session, which is the cookie. */
export async function signInOwner(url: string): Promise<string> {
  const { db, close } = connect(url, 1);
  try {
    const { id: userId } = await userOf(db, 'owner@shop.example', 'Ann Miller');
    const { id: memberId } = await db.member.upsert({
      where: { teamId_userId: { teamId: 1, userId } },
      create: { teamId: 1, id: newId(), userId, role: 'owner' },
      update: {},
    });
    return (await beginSession(db, { teamId: 1, memberId, browser: 'Bench', idleSeconds: 86_400 })).secret;
  } finally {
    await close();
  }
}

async function exists(url: string): Promise<boolean> {
  const rows = await inDatabase(url, 'select from pg_database where datname = $1', [NAME]);
  return rows.length > 0;
}

async function build(from: string): Promise<void> {
  const made = `${NAME}_being_made`;
  const admin = from.replace(/\/tidings$/, '/postgres');
  await inDatabase(admin, `drop database if exists ${made} with (force)`);
  console.error('copying the audience');
  await inDatabase(admin, `create database ${made} template tidings strategy file_copy`);
  await fill(from.replace(/\/tidings$/, `/${made}`));
  await inDatabase(admin, `alter database ${made} rename to ${NAME}`);
}

async function fill(url: string): Promise<void> {
  for (const [index, statement] of ROWS.entries()) {
    console.error(`rows ${index + 1} of ${ROWS.length}`);
    await inDatabase(url, statement);
  }
  const made = await makeByApi(url);
  const { db, close } = connect(url, 2);
  const scope = createScope(db, { id: 1 }, WORKER);
  await recountCampaign(scope, CAMPAIGN);
  for (const statement of rowsOf(made)) await inDatabase(url, statement);
  await recountAutomation(scope, made.automation);
  await close();
  console.error('vacuum, analyze');
  await inDatabase(url, 'vacuum (analyze)');
}

/** Data that is made faster by the API than by hand. Nothing of it is sent. */
async function makeByApi(url: string) {
  const server = await serve({ DATABASE_URL: url }, '--no-workers');
  const call = callerOf(server.url);
  try {
    await call('PATCH', '/team', { postal_address: POSTAL_ADDRESS });
    for (let n = 1; n <= 30; n++) {
      await call('POST', '/templates', {
        name: `Letter ${n}`,
        editor: 'markdown',
        subject: `Letter ${n}`,
        content: `# Letter ${n}`,
      });
      await call('POST', `/lists/${LIST}/segments`, { name: `Segment ${n}`, conditions: CONDITIONS(n) });
      await call('POST', '/campaigns', { name: `Draft ${n}`, list: LIST, template: `Letter ${n}` });
    }
    const { id: automation } = await call('POST', '/automations', { name: 'Welcome', list: LIST, ...WELCOME });
    for (let n = 1; n <= 20; n++) await call('POST', '/automations', { name: `Series ${n}`, list: LIST, ...WELCOME });
    const { id: webhook } = await call('POST', '/webhooks', {
      url: 'https://hooks.example/tidings',
      kinds: ['mail.sent'],
    });
    const { id: form } = await call('POST', '/forms', { name: 'Newsletter', list: LIST });
    return { automation, webhook, form };
  } finally {
    await server.stop();
  }
}

const CONDITIONS = (n: number) => ({
  operator: 'and',
  rules: [
    { type: 'tags', operator: 'has_any', value: ['vip'] },
    { type: 'attribute', field: 'age', operator: 'gte', value: 18 + n },
  ],
});

async function inDatabase(url: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
