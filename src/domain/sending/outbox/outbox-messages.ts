import { run, sql } from '../../../database/connect.ts';
import type { MessageKind } from '../../../generated/prisma/client.ts';
import { decodeWords } from '../../../mime/encoded-words.ts';
import { type Fields, readFields } from '../../../mime/mime.ts';
import type { Scope } from '../../../scope.ts';
import type { OutboxFile, OutboxFolder } from '../../../storage/outbox-folder.ts';

/** The header data of a message in the outbox. */
export interface OutboxMessage {
  /** The id in the ledger, which a transactional mail shares. */
  id: string;
  /** An automation e-mail counts as a campaign message. */
  kind: Exclude<MessageKind, 'automation'>;
  /** Null for an automation e-mail. */
  campaignId: string | null;
  mailId: string | null;
  createdAt: Date;
  from: string;
  /** From the header, so without blind copies. */
  to: string;
  subject: string;
  /** In bytes. */
  size: number;
}

/** Large enough for the header, unless it has very many fields. */
const HEAD_BYTES = 16_384;

type Known = Pick<OutboxMessage, 'id' | 'kind' | 'campaignId' | 'mailId'>;

/**
 * The team's messages among these files, in the order of the files. Leaves out other teams' messages, account e-mails of
 * the installation, messages to erased people, and deleted files.
 */
export async function readOutboxMessages(
  { db, team }: Pick<Scope, 'db' | 'team'>,
  folder: OutboxFolder,
  files: readonly OutboxFile[],
): Promise<OutboxMessage[]> {
  const rows = await run<Known>(
    db,
    sql`select m.id::text as id, case when m.kind = 'automation' then 'campaign' else m.kind::text end as kind,
          case when m.kind = 'campaign' then m.campaign_id::text end as "campaignId", m.mail_id::text as "mailId"
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
