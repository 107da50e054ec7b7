import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { readMessage } from '../../mime/mime.ts';
import { readDomainReports } from '../domain-reports/read-domain-reports.ts';
import { type Origin, readOrigin } from '../loops/read-origin.ts';
import { type ReturnedMail, readReturnedMail } from '../returned-mail.ts';
import { isAutomatic } from '../unsubscribe-mail.ts';

/** What to read an e-mail for, according to the addresses it was sent to. */
export interface Asked {
  /** For DMARC and TLS reports. */
  reports: boolean;
  /** For bounces and complaints. */
  returned: boolean;
  /** The envelope sender was empty, a sign of a bounce message. */
  isNull: boolean;
}

/** The content of an e-mail: at most some thousand rows and words, however large the e-mail. */
export interface ReadMail {
  reports: DomainReport[];
  returned: ReturnedMail;
  /** The claimed sender of a complaint. Absent in other e-mails. */
  origin?: Origin;
  /** Whether a program sent it automatically. */
  isAutomatic: boolean;
}

/** The form in which final delivery records the envelope sender (RFC 5321, 4.4). */
const NULL_SENDER = Buffer.from('Return-Path: <>\r\n');

/** Reads an incoming e-mail, in a separate thread, in time proportional to its length, whatever its content. */
export async function readMail(raw: Buffer, { reports, returned, isNull }: Asked): Promise<ReadMail> {
  const mail = readMessage(isNull ? Buffer.concat([NULL_SENDER, raw]) : raw);
  const found: ReturnedMail = returned ? readReturnedMail(mail) : { bounces: [] };
  return {
    reports: reports ? await readDomainReports(mail) : [],
    returned: found,
    ...(found.complaint && { origin: readOrigin(raw, Date.now()) }),
    isAutomatic: isAutomatic(mail),
  };
}
