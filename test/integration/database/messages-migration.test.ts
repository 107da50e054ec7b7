import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase({ empty: true });
afterAll(() => database.drop());

const SENT = '0199f0a0-0000-7000-8000-000000000001';
const HELD = '0199f0a0-0000-7000-8000-000000000002';

test('messages waiting in the old ledger continue under their Message-ID, and the checks hold', async () => {
  const known = await readMigrations();
  const before = known.slice(
    0,
    known.findIndex(({ name }) => name === '0006_messages'),
  );
  const log = createLog('silent');
  await migrate(database.url, log, before);
  await statement(
    database.url,
    `insert into teams (public_id, name) values (gen_random_uuid(), 'Shop');
     insert into transactional_mails (team_id, id, template, template_id, from_email, created_at)
       select 1, id::uuid, 'order', gen_random_uuid(), 'a@b.test', '2026-01-02' from unnest(array['${SENT}', '${HELD}']) id;
     insert into deliveries (team_id, mail_id, state) values (1, '${SENT}', 'sent');
     insert into deliveries (team_id, mail_id, state, lease_until, fence, failures, undecided, last_error)
       values (1, '${HELD}', 'sending', '2026-01-03', 7, 2, 1, 'later')`,
  );
  await migrate(database.url, log, known);
  const rows = await statement(database.url, 'select * from messages order by id');
  expect(rows).toMatchObject([
    { team_id: 1, id: SENT, mail_id: SENT, kind: 'transactional', subscriber_id: null, state: 'sent', fence: 0 },
    { id: HELD, mail_id: HELD, state: 'sending', fence: 7, failures: 2, undecided: 1, last_error: 'later' },
  ]);
  expect(rows[0]?.created_at).toEqual(
    (await statement(database.url, 'select created_at from transactional_mails'))[0]?.created_at,
  );

  const insert = (kind: string, mail: string, subscriber: string) =>
    statement(
      database.url,
      `insert into messages (team_id, id, kind, mail_id, subscriber_id) values (1, gen_random_uuid(), '${kind}', ${mail}, ${subscriber})`,
    );
  for (const [kind, mail, subscriber] of [
    ['transactional', 'null', 'null'],
    ['transactional', `'${SENT}'`, 'null'],
    ['transactional', 'null', 'gen_random_uuid()'],
    ['confirmation', 'null', 'null'],
    ['confirmation', `'${SENT}'`, 'null'],
    ['confirmation', `'${SENT}'`, 'gen_random_uuid()'],
  ] as const) {
    await expect(insert(kind, mail, subscriber)).rejects.toThrow('messages_made_from');
  }
});
