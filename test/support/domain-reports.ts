import { crc32, deflateRawSync } from 'node:zlib';

const DAY_S = 86_400;

/** The start (UTC) of the day before yesterday in seconds since 1970: a report about that day may arrive today. */
export const reportBegin = (): number => Math.floor(Date.now() / 1000 / DAY_S) * DAY_S - 2 * DAY_S;
/** That day, as written. */
export const reportedDay = (): string => new Date(reportBegin() * 1000).toISOString().slice(0, 10);

export interface Reported {
  domain?: string;
  org?: string;
  id?: string;
  from?: number;
  to?: number;
}

let number = 0;

/** A record of an aggregate report, by default two messages of a server, passed. */
export const record = ({
  ip = '192.0.2.1',
  count = 2 as number | string,
  dkim = 'pass',
  spf = 'fail',
  disposition = 'none',
  from = 'shop.test',
} = {}): string => `  <record>
    <row>
      <source_ip>${ip}</source_ip>
      <count>${count}</count>
      <policy_evaluated>
        <disposition>${disposition}</disposition>
        <dkim>${dkim}</dkim>
        <spf>${spf}</spf>
      </policy_evaluated>
    </row>
    <identifiers>
      <header_from>${from}</header_from>
    </identifiers>
    <auth_results>
      <dkim><domain>esp.test</domain><result>pass</result><selector>s1</selector></dkim>
      <spf><domain>bounces.test</domain><result>pass</result></spf>
    </auth_results>
  </record>
`;

/** A DMARC aggregate report (RFC 7489, appendix C). */
export const dmarcReport = (
  records: string,
  {
    domain = 'shop.test',
    org = 'mailbox.test',
    id = `r${++number}`,
    from = reportBegin(),
    to = from + DAY_S - 1,
  }: Reported = {},
): string => `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>${org}</org_name>
    <email>noreply@${org}</email>
    <report_id>${id}</report_id>
    <date_range>
      <begin>${from}</begin>
      <end>${to}</end>
    </date_range>
  </report_metadata>
  <policy_published>
    <domain>${domain}</domain>
    <adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct>
  </policy_published>
${records}</feedback>
`;

/** A TLS report (RFC 8460). */
export const tlsReport = (policies: object[], { org = 'mailbox.test', id = `t${++number}` }: Reported = {}): string =>
  JSON.stringify({
    'organization-name': org,
    'date-range': { 'start-datetime': `${reportedDay()}T00:00:00Z`, 'end-datetime': `${reportedDay()}T23:59:59Z` },
    'contact-info': `smtp-tls-reporting@${org}`,
    'report-id': id,
    policies,
  });

/** An e-mail with a report file. */
export const mailWith = (file: Buffer | string, type = 'application/gzip', name = 'report.xml.gz'): string =>
  [
    ...['From: noreply@mailbox.test', 'To: dmarc@bounces.shop.test', 'Subject: Report Domain: shop.test'],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="part"', ''],
    ...['--part', 'Content-Type: text/plain; charset=us-ascii', '', 'This is an aggregate report.', ''],
    ...['--part', `Content-Type: ${type}; name="${name}"`, 'Content-Transfer-Encoding: base64'],
    ...[`Content-Disposition: attachment; filename="${name}"`, ''],
    ...(Buffer.from(file)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    ...['', '--part--', ''],
  ].join('\r\n');

/** A zip with one file. `says`: its declared size. */
export function zip(content: string, { says = Buffer.byteLength(content), name = 'report.xml' } = {}): Buffer {
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(says, 18);
  shared.writeUInt16LE(name.length, 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(file.length, 16);
  return Buffer.concat([file, directory, end]);
}
