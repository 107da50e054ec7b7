import type { TestApp } from './app.ts';
import { makeCampaign } from './campaigns.ts';
import { ADD_MAILINGS } from './mailings.ts';
import { statement } from './statement.ts';

/** Three deletion chunks and some more. */
export const MANY = 17_000;

/** Inserts a sent campaign with this many messages; returns its id. */
export async function insertSentCampaign(api: TestApp, list: string, count = MANY): Promise<string> {
  const id = await makeCampaign(api, list);
  await statement(
    api.databaseUrl,
    `update campaigns set status = 'sent', recipients_count = ${count}, sent_count = ${count}, started_at = now(),
       enqueued_at = now(), ended_at = now() where id = '${id}';
     ${ADD_MAILINGS};
     insert into messages (team_id, id, kind, campaign_id, person_key, state, sent_at)
       select ${api.teamId}, uuid_v7(), 'campaign', '${id}', gen_random_uuid(), 'sent', now() from generate_series(1, ${count});
     insert into people (team_id, key, email)
       select team_id, person_key, person_key || '@people.test' from messages where campaign_id = '${id}' order by id limit 100;
     insert into attempts (team_id, message_id, outcome, reason)
       select team_id, id, 'deferred', 'later' from messages where campaign_id = '${id}' limit 100;
     insert into feedback (team_id, message_id, person_key, kind, reason, key)
       select team_id, id, person_key, 'soft_bounce', 'full', sha256(id::text::bytea) from messages where campaign_id = '${id}' order by id limit 100`,
  );
  return id;
}
