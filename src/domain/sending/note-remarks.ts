import { type Database, run, sql } from '../../database/connect.ts';

/** The mail of a message. */
interface MailOfMessage {
  teamId: number;
  mailId: string | null;
}

const MOST = 20;

/**
 * Adds unreadable values, such as `[object Object]`, to the warnings of a mail that is being sent; the timeline shows them.
 * Skips those that exist from an earlier try.
 */
export async function noteRemarks(
  db: Database,
  { teamId, mailId }: MailOfMessage,
  remarks: readonly string[],
): Promise<void> {
  if (remarks.length === 0 || mailId === null) return;
  const noted = remarks.slice(0, MOST);
  await run(
    db,
    sql`update transactional_mails m set warnings = m.warnings || array(
          select remark from unnest(${noted}::text[]) as noted(remark) where remark <> all (m.warnings))
        where m.team_id = ${teamId}::int and m.id = ${mailId}::uuid and m.erased_at is null and not (m.warnings @> ${noted}::text[])
        returning 1`,
  );
}
