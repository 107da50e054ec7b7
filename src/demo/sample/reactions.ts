import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { TAGS } from '../people.ts';

/** Events of sample people that are recent enough to start an automation. */
const EVENTS = ['order', 'page.viewed'];

/**
 * Refuses to load sample data that an automation or a webhook would react to. Automations of a list do not: the sample lists are
 * new. Throws ConflictError.
 */
export async function refuseReactions(scope: Scope): Promise<void> {
  const automation = await findAutomation(scope);
  if (automation !== undefined)
    throw new ConflictError(
      'WOULD_REACT',
      `The automation "${automation}" would start for the sample people. Pause it, then load the sample data.`,
    );
  const webhook = await findWebhook(scope);
  if (webhook !== undefined)
    throw new ConflictError(
      'WOULD_REACT',
      `The webhook ${webhook} would be notified of the sample data. Disable it, then load the sample data.`,
    );
}

async function findAutomation({ db, team }: Scope): Promise<string | undefined> {
  const [found] = await run<{ name: string }>(
    db,
    sql`select a.name from automations a
        join automation_versions v on v.team_id = ${team.id}::int and v.automation_id = a.id and v.version = a.version
        cross join lateral (select v.definition -> 'trigger' as trigger) t
        where a.team_id = ${team.id}::int and a.status = 'active' and a.deleted_at is null and a.list_id is null
          and (t.trigger ->> 'type' = 'date' and t.trigger ->> 'field' = 'subscribed_at'
            or t.trigger ->> 'type' = 'tag_added' and lower(trim(t.trigger ->> 'tag')) = any(${TAGS}::text[])
            or t.trigger ->> 'type' = 'event' and t.trigger ->> 'name' = any(${EVENTS}::text[]))
        order by a.created_at limit 1`,
  );
  return found?.name;
}

async function findWebhook({ db, team }: Scope): Promise<string | undefined> {
  const [found] = await run<{ url: string }>(
    db,
    sql`select url from webhooks where team_id = ${team.id}::int and enabled order by id limit 1`,
  );
  return found?.url;
}
