import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/**
 * Deletes webhook events, deliveries and changes of the feed about a person and about mails to them, with the responses. A delivery that a
 * worker is sending still arrives, but leaves nothing here. Call it while the mails still name the person. Notifications
 * come first, which waits for processes that turn them into deliveries.
 */
export async function eraseWebhookDeliveries({ db, team }: Scope, personKey: string, email: string): Promise<void> {
  const mails = sql`select m.id from transactional_mails m where m.team_id = ${team.id}::int and m.recipients @> array[${email}::text]`;
  await eraseNotifications(team.id);
  await run(
    db,
    sql`with theirs as materialized (
          select id from webhook_deliveries
          where team_id = ${team.id}::int and (person_key = ${personKey}::uuid or subject = any(array(${mails})))
          order by id for update
        )
        delete from webhook_deliveries d using theirs where d.team_id = ${team.id}::int and d.id = theirs.id returning d.id`,
  );
  await run(
    db,
    sql`with theirs as materialized (
          select sequence from changes
          where team_id = ${team.id}::int and (person_key = ${personKey}::uuid or subject = any(array(${mails})))
          order by sequence for update
        )
        delete from changes c using theirs where c.team_id = ${team.id}::int and c.sequence = theirs.sequence returning c.kind`,
  );

  async function eraseNotifications(teamId: number): Promise<void> {
    const isTheirs: Sql = sql`entry ->> 'person' = ${personKey}::text or (entry ->> 'mail')::uuid = any(array(${mails}))`;
    await run(
      db,
      sql`select id::text from webhook_notifications where team_id = ${teamId}::int order by filed_at, id for update`,
    );
    await run(
      db,
      sql`with kept as materialized (
            select n.id, coalesce((select jsonb_agg(entry) from jsonb_array_elements(n.facts) entry where (${isTheirs}) is not true), '[]') as facts
            from webhook_notifications n where n.team_id = ${teamId}::int
          )
          update webhook_notifications n set facts = kept.facts from kept
          where n.team_id = ${teamId}::int and n.id = kept.id and n.facts <> kept.facts returning n.id`,
    );
  }
}
