import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { readMessage } from '../../mime/mime.ts';
import { type Origin, readOrigin } from '../loops/read-origin.ts';
import { readReports } from '../reports/read-reports.ts';
import { type ReturnedMail, readReturnedMail } from '../returned-mail.ts';
import { isAutomatic } from '../unsubscribe-mail.ts';

/** What a mail is read for, by the addresses that it was sent to. */
export interface Asked {
  /** Of DMARC and TLS reports. */
  reports: boolean;
  /** Of bounces and complaints. */
  returned: boolean;
  /** The envelope sender was empty, which is a sign of a notification. */
  isNull: boolean;
}

/** What a mail says. It holds no more than some thousand rows and words, however large the mail is. */
export interface ReadMail {
  reports: DomainReport[];
  returned: ReturnedMail;
  /** Who claims to have sent a complaint. Absent in other mails. */
  origin?: Origin;
  /** Whether a program wrote it by itself. */
  isAutomatic: boolean;
}

/** Final delivery writes the envelope sender down so (RFC 5321, 4.4). */
const NULL_SENDER = Buffer.from('Return-Path: <>\r\n');

/** Reads a mail that came in, in a thread of its own: whatever is in it, it takes time in proportion to its length. */
export async function readMail(raw: Buffer, { reports, returned, isNull }: Asked): Promise<ReadMail> {
  const mail = readMessage(isNull ? Buffer.concat([NULL_SENDER, raw]) : raw);
  const found: ReturnedMail = returned ? readReturnedMail(mail) : { bounces: [] };
  return {
    reports: reports ? await readReports(mail) : [],
    returned: found,
    ...(found.complaint && { origin: readOrigin(raw, Date.now()) }),
    isAutomatic: isAutomatic(mail),
  };
}
