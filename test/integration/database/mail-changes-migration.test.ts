import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase({ empty: true });
afterAll(() => database.drop());
const sql = (text: string) => statement(database.url, text);

const id = (number: number) => `0199f0a0-0000-7000-8000-00000000000${number}`;
const [PLAIN, OPENED, CLICKED, AGED, BOUNCED, SOFT] = [1, 2, 3, 4, 5, 6].map(id);
const at = (minute: number) => `2026-03-04T05:0${minute}:00.000Z`;

beforeAll(async () => {
  const known = await readMigrations();
  const before = known.slice(
    0,
    known.findIndex(({ name }) => name === '0244_what_became_of_mails'),
  );
  await migrate(database.url, createLog('silent'), before);
  await sql(`
    insert into teams (public_id, name) values (gen_random_uuid(), 'Shop');
    insert into transactional_mails (team_id, id, template, template_id, from_email, "to", recipients, status, opens, clicks, sent_at)
      select 1, id::uuid, 'T', gen_random_uuid(), 'a@b.test', '{x@b.test}', '{x@b.test}', 'sent', opens, clicks, '${at(0)}'
      from (values ('${PLAIN}', 0, 0), ('${OPENED}', 1, 0), ('${CLICKED}', 2, 2), ('${AGED}', 1, 1), ('${BOUNCED}', 0, 0), ('${SOFT}', 0, 0))
        given(id, opens, clicks);
    insert into messages (team_id, id, kind, mail_id, state) select 1, id, 'transactional', id, 'sent' from transactional_mails;
    insert into reactions (team_id, message_id, kind, verdict, target, at)
      select 1, message::uuid, kind::"TouchKind", verdict::"Verdict", target, moment::timestamptz
      from (values ('${PLAIN}', 'open', 'scanner', null, '${at(1)}'), ('${OPENED}', 'open', 'human', null, '${at(2)}'),
        ('${CLICKED}', 'click', 'scanner', 'https://x.test', '${at(1)}'), ('${CLICKED}', 'open', 'human', null, '${at(2)}'),
        ('${CLICKED}', 'click', 'human', 'https://x.test', '${at(3)}'), ('${CLICKED}', 'click', 'human', 'https://x.test', '${at(4)}'))
        given(message, kind, verdict, target, moment);
    insert into people (team_id, key, email) values (1, '${id(9)}', 'x@b.test');
    insert into feedback (team_id, message_id, person_key, kind, key, at)
      select 1, message::uuid, '${id(9)}', kind::"FeedbackKind", decode(md5(message || kind), 'hex'), moment::timestamptz
      from (values ('${BOUNCED}', 'soft_bounce', '${at(1)}'), ('${BOUNCED}', 'hard_bounce', '${at(2)}'),
        ('${BOUNCED}', 'complaint', '${at(3)}'), ('${SOFT}', 'soft_bounce', '${at(4)}')) given(message, kind, moment)`);
  await migrate(database.url, createLog('silent'), known);
});

test('mails of older versions get the times of what became of them', async () => {
  const rows = await sql(
    'select id::text, opened_at, clicked_at, bounced_at, bounce_kind, complained_at from transactional_mails',
  );
  const time = (value: unknown) => (value as Date | null)?.toISOString() ?? null;
  const mails = Object.fromEntries(
    rows.map(({ id, opened_at, clicked_at, bounced_at, bounce_kind, complained_at }) => [
      id,
      [time(opened_at), time(clicked_at), time(bounced_at), bounce_kind, time(complained_at)],
    ]),
  );
  expect(mails).toEqual({
    [PLAIN!]: [null, null, null, null, null],
    [OPENED!]: [at(2), null, null, null, null],
    [CLICKED!]: [at(2), at(3), null, null, null],
    [AGED!]: [at(0), at(0), null, null, null],
    [BOUNCED!]: [null, null, at(2), 'hard', at(3)],
    [SOFT!]: [null, null, at(4), 'soft', null],
  });
});
