import { run, sql } from '../../../database/connect.ts';
import type { MessageKind } from '../../../generated/prisma/client.ts';
import { decodeWords } from '../../../mime/encoded-words.ts';
import { type Fields, readFields } from '../../../mime/mime.ts';
import type { Scope } from '../../../scope.ts';
import type { OutboxFile, OutboxFolder } from '../../../storage/outbox-folder.ts';

/** A message that would have left, as its head says. */
export interface OutboxMessage {
  /** That of the ledger: a transactional mail has the same. */
  id: string;
  kind: MessageKind;
  campaignId: string | null;
  mailId: string | null;
  createdAt: Date;
  from: string;
  /** As the header names them, so without blind copies. */
  to: string;
  subject: string;
  /** In bytes. */
  size: number;
}

/** The header stands in so many bytes, unless somebody gave very many. */
const HEAD_BYTES = 16_384;

type Known = Pick<OutboxMessage, 'id' | 'kind' | 'campaignId' | 'mailId'>;

/**
 * The messages of these files that are the team's, in the order of the files. Those of other teams, the installation's
 * own letters, and messages to people who were erased are left out, and so are files that are gone.
 */
export async function readOutboxMessages(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  folder: OutboxFolder,
  files: readonly OutboxFile[],
): Promise<OutboxMessage[]> {
  const rows = await run<Known>(
    db,
    sql`select m.id::text as id, m.kind, m.campaign_id::text as "campaignId", m.mail_id::text as "mailId"
        from messages m
        left join transactional_mails t on t.team_id = ${team.id}::int and t.id = m.mail_id
        left join people p on p.team_id = ${team.id}::int and p.key = m.person_key
        where m.team_id = ${team.id}::int and m.id = any(${files.map(({ id }) => id)}::uuid[])
          and t.erased_at is null and (m.person_key is null or p.email is not null)`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const messages = await Promise.all(
    files.map(async (file) => {
      const row = known.get(file.id);
      const read = row && (await folder.head(file, HEAD_BYTES));
      return row && read ? { ...row, ...headOf(read.head), createdAt: file.createdAt, size: read.size } : undefined;
    }),
  );
  return messages.filter((message) => message !== undefined);
}

function headOf(head: Buffer): Pick<OutboxMessage, 'from' | 'to' | 'subject'> {
  const fields = readFields(head.toString('latin1').replace(/\r\n/g, '\n'));
  return { from: wordsOf(fields, 'from'), to: wordsOf(fields, 'to'), subject: wordsOf(fields, 'subject') };
}

const wordsOf = (fields: Fields, name: string): string => decodeWords(fields.get(name) ?? '');
