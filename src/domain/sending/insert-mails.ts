import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { NewMail } from './log-mails.ts';

/** A mail with its id and recipients, and the keys of all people that it names. */
export type MailRow = NewMail & { id: string; recipients: string[]; people: string[] };

interface Inserted {
  id: string;
  createdAt: Date;
}

/**
 * Inserts mails and their messages in the ledger, except for erased people (prisma/functions/insert_mails.sql). Uses the caller's
 * transaction. Returns the inserted ones.
 */
export const insertMails = ({ db, team }: Scope, rows: readonly MailRow[]): Promise<Inserted[]> => {
  const people = [...new Set(rows.flatMap(({ people }) => people))];
  return run<Inserted>(
    db,
    sql`select id::text, created_at as "createdAt"
        from insert_mails(${team.id}::int, ${people}::uuid[], ${JSON.stringify(rows)}::jsonb)`,
  );
};
