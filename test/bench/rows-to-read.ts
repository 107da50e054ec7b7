import pg from 'pg';
import { ADD_MAILINGS } from '../support/mailings.ts';

/** Ids of realistic rows: people with names, tags and attributes, and sent messages. */
export interface RowsToRead {
  list: string;
  subscribers: string[];
  mails: string[];
  campaigns: string[];
  /** Of one campaign, one per subscriber. */
  messages: string[];
}

const MANY = 1_000;
const LIST = 'aaaaaaaa-0000-7000-8000-000000000001';

const ROWS = `
  insert into tags (team_id, slug, name) values (1, 'vip', 'VIP'), (1, 'newsletter', 'Newsletter'), (1, 'trial', 'Trial')
  on conflict do nothing;
  insert into lists (team_id, id, name, from_email)
  values (1, '${LIST}', 'Readers', 'news@shop.example.com');
  insert into people (team_id, key, email)
  select 1, gen_random_uuid(), 'ann-' || n || '@example.com' from generate_series(1, ${MANY}) n;
  insert into subscribers (team_id, id, list_id, person_key, email, first_name, last_name, timezone, locale, status, tag_ids,
                           attributes, subscribed_at)
  select 1, uuid_v7(), '${LIST}', key, email, 'Ann', 'Miller', 'Europe/Berlin', 'de',
         'subscribed', array(select id from tags order by id limit 2),
         '{"city": "Köln", "plan": "pro", "orders": 17, "newsletter": true}', now()
  from people where email like 'ann-%';
  insert into templates (team_id, id, name, editor, subject, content, html)
  values (1, 'aaaaaaaa-0000-7000-8000-000000000002', 'Receipt', 'html', 'Your order', '<p>Thank you</p>', '<p>Thank you</p>');
  insert into transactional_mails (team_id, id, template, template_id, subject, from_email, "to", recipients, variables,
                                   status, opens, clicks, sent_at)
  select 1, uuid_v7(), 'Receipt', 'aaaaaaaa-0000-7000-8000-000000000002', 'Your order', 'shop@shop.example.com',
         array['ann-' || n || '@example.com'], array['ann-' || n || '@example.com'], '{"order": "SO-1", "total": 12.5}',
         'sent', 2, 1, now() - interval '1 hour'
  from generate_series(1, ${MANY}) n;
  insert into campaigns (team_id, id, list_id, name, template_id, status, recipients_count, sent_count, started_at, ended_at)
  select 1, uuid_v7(), '${LIST}', 'May ' || n, 'aaaaaaaa-0000-7000-8000-000000000002', 'sent',
         ${MANY}, ${MANY}, now() - interval '2 hours', now() - interval '1 hour'
  from generate_series(1, 100) n;
  ${ADD_MAILINGS};
  insert into messages (team_id, id, kind, campaign_id, person_key, state, sent_at)
  select 1, uuid_v7(), 'campaign', c.id, s.person_key, 'sent', now() - interval '1 hour'
  from subscribers s, (select id from campaigns order by id limit 5) c where s.list_id = '${LIST}';
  vacuum analyze`;

const built = new Map<string, Promise<RowsToRead>>();

/** Inserts them into the database of a bench server, once. */
export function rowsToRead(databaseUrl: string): Promise<RowsToRead> {
  const rows = built.get(databaseUrl) ?? build(databaseUrl);
  built.set(databaseUrl, rows);
  return rows;
}

async function build(connectionString: string): Promise<RowsToRead> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of ROWS.split(';')) await client.query(statement);
    const ids = async (from: string) =>
      (await client.query(`select id from ${from}`)).rows.map(({ id }) => id as string);
    return {
      list: LIST,
      subscribers: await ids(`subscribers where list_id = '${LIST}'`),
      mails: await ids(`transactional_mails where template = 'Receipt'`),
      campaigns: await ids('campaigns'),
      messages: await ids('messages where campaign_id is not null'),
    };
  } finally {
    await client.end();
  }
}
