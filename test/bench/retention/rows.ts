import type pg from 'pg';

/** Rows of each table. */
export const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** Half of them are older than two years, spread over four. */
const AT = `now() - interval '4 years' * (1 - n::float8 / ${ROWS})`;
const PEOPLE = Math.ceil(ROWS / 5);
const ID = (of: string) => `overlay(gen_random_uuid()::text placing left(first_id_at(${of})::text, 14) from 1)::uuid`;
const KEY = (n: string) => `md5('person ' || ${n})::uuid`;
const SOME = `${KEY(`(n * 7919::bigint % ${PEOPLE})`)}`;
const EACH = `from generate_series(1, ${ROWS}) n`;

const STATEMENTS: readonly (readonly [string, string])[] = [
  [
    'teams',
    `insert into teams (id, public_id, name) select n, gen_random_uuid(), 'Team ' || n from generate_series(1, 3) n`,
  ],
  ['lists', `insert into lists (team_id, id, name, from_email) values (1, md5('list')::uuid, 'News', 'a@shop.test')`],
  [
    'people',
    `insert into people (team_id, key, email) select 1, ${KEY('n')}, 'p' || n || '@people.test' from generate_series(0, ${PEOPLE}) n`,
  ],
  [
    'subscribers',
    `insert into subscribers (team_id, id, list_id, person_key, email, status, engaged_at)
     select 1, ${KEY('n')}, md5('list')::uuid, ${KEY('n')}, 'p' || n || '@people.test', 'subscribed', now() from generate_series(0, ${PEOPLE}) n`,
  ],
  [
    'touches',
    `insert into touches (team_id, person_key, kind, sender, sender_id, at)
     select 1, ${SOME}, case n % 3 when 0 then 'click' else 'open' end::"TouchKind", 'campaign', md5((n / 10000)::text)::uuid, ${AT} ${EACH}`,
  ],
  [
    'feedback',
    `insert into feedback (team_id, person_key, kind, cause, key, at)
     select 1, ${SOME}, case n % 9 when 0 then 'hard_bounce' else 'soft_bounce' end::"FeedbackKind", 'mailbox_full', sha256(n::text::bytea), ${AT} ${EACH}`,
  ],
  [
    'subscriber_changes',
    `insert into subscriber_changes (team_id, subscriber_id, kind, reason, at)
     select 1, ${SOME}, kind::"SubscriberChangeKind", case when kind = 'unsubscribed' and n % 3 = 0 then 'too_often' end, ${AT}
     from (select n, (array['tagged', 'untagged', 'confirmed', 'unsubscribed', 'resubscribed'])[n % 5 + 1] as kind ${EACH}) kinds`,
  ],
  [
    'automations',
    `insert into automations (team_id, id, name, status) select 1, md5('automation ' || n)::uuid, 'Automation ' || n, 'active' from generate_series(0, 9) n`,
  ],
  [
    'automation_runs',
    `insert into automation_runs (team_id, id, automation_id, version, person_key, event, again, state, started_at, ended_at, due_at)
     select 1, ${ID(AT)}, md5('automation ' || n % 10)::uuid, 1, ${SOME}, '{"name": "cart", "properties": {"items": ["boots", "socks"]}}', 'always',
       case when n % 20 = 0 then 'active' else 'completed' end::"AutomationRunState", ${AT}, case when n % 20 > 0 then ${AT} end, now() + interval '1 day' ${EACH}`,
  ],
  [
    'automation_run_steps',
    `insert into automation_run_steps (team_id, run_id, step, number, type, outcome, at)
     select team_id, id, 'mail', 0, 'send', 'done', started_at from automation_runs`,
  ],
  [
    'transactional_mails',
    `insert into transactional_mails (team_id, id, html_source, variables, from_email, "to", recipients, status, sent_at, created_at, opens)
     select 1, ${ID(AT)}, 'Hello', '{"order": "1001"}', 'a@shop.test', array['p' || n % ${PEOPLE} || '@people.test'],
       array['p' || n % ${PEOPLE} || '@people.test'], 'sent', ${AT}, ${AT}, n % 3 ${EACH}`,
  ],
  [
    'messages',
    `insert into messages (team_id, id, kind, mail_id, state, sent_at, created_at)
     select team_id, id, 'transactional', id, 'sent', sent_at, created_at from transactional_mails`,
  ],
  [
    'confirmations',
    `insert into messages (team_id, id, kind, subscriber_id, state, sent_at, created_at)
     select 1, ${ID(AT)}, 'confirmation', ${SOME}, 'sent', ${AT}, ${AT} from generate_series(1, ${ROWS}, 10) n`,
  ],
  [
    'imports',
    `insert into imports (team_id, id, list_id, status, file_name, total, finished_at)
     select 1, md5('import ' || n)::uuid, md5('list')::uuid, 'completed', n::text, 1, ${AT} from generate_series(1, ${ROWS}, ${Math.ceil(ROWS / 100)}) n`,
  ],
  [
    'import_errors',
    `insert into import_errors (team_id, import_id, row_number, issues)
     select 1, i.id, n, '[]' from imports i, generate_series(1, ${Math.ceil(ROWS / 100)}) n`,
  ],
];

/** Fills the tables that are bounded by their age, without what triggers would do. */
export async function fill(client: pg.Client): Promise<void> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'`);
  for (const [table, statement] of STATEMENTS) {
    const from = performance.now();
    await client.query(statement);
    console.log(`${table.padEnd(24)} filled in ${Math.round((performance.now() - from) / 1_000)} s`);
  }
  await client.query('vacuum analyze');
}
