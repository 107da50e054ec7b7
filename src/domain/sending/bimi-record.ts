import type { Dns } from '../../network/dns.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { ownerOf, tagOf } from './dmarc-record.ts';
import { type Finding, unseen } from './finding.ts';

/** The record that shows a logo beside messages (BIMI). Optional. */
export const bimiRecord = (domain: string): Finding =>
  unseen(`default._bimi.${domain}`, `v=BIMI1; l=https://${domain}/logo.svg; a=`, [OPTIONAL]);

const OPTIONAL =
  'Optional. Providers may show a logo next to your messages. l= is the https address of an SVG file (SVG Tiny PS), a= the address of its certificate, if any.';

/** Without its own record, the owner domain's applies. `isEnforced`: whether its DMARC policy is enforced. */
export async function checkBimi(dns: Dns, domain: string, isEnforced: boolean, record: Finding): Promise<Finding> {
  const owner = ownerOf(domain);
  const own = await recordsAt(dns, domain);
  const above = own.length === 0 && owner !== domain ? await recordsAt(dns, owner) : [];
  const published = own.length > 0 ? own : above;
  const [text] = published;
  if (text === undefined) return { ...record, state: 'missing', advice: [...record.advice, ...unless(isEnforced)] };
  const faults = faultsOf(published);
  return {
    ...record,
    ...(faults.length === 0 && own.length > 0 && { value: text }),
    state: faults.length === 0 ? 'ok' : 'different',
    published,
    advice: [
      ...(own.length > 0 ? [] : [`The record of default._bimi.${owner} also applies to this domain.`]),
      ...faults,
      ...unless(isEnforced),
      ...(tagOf(text, 'l') && !tagOf(text, 'a') ? [NO_CERTIFICATE] : []),
    ],
  };
}

const recordsAt = async (dns: Dns, domain: string): Promise<string[]> =>
  (await dns.texts(`default._bimi.${domain}`)).filter((text) => /^v=BIMI1\s*(;|$)/i.test(text));

const NO_CERTIFICATE = 'Some providers, including Gmail, show no logo without a certificate in a=.';

const unless = (isEnforced: boolean): string[] =>
  isEnforced
    ? []
    : ['No provider shows the logo until DMARC has p=quarantine or p=reject, for all messages (pct=100).'];

/** An empty l= means that the domain wants no logo. */
function faultsOf(records: readonly string[]): string[] {
  const text = records[0]!;
  const [logo, certificate] = [tagOf(text, 'l'), tagOf(text, 'a')];
  return [
    ...(records.length > 1 ? [`There are ${records.length} BIMI records, so providers use none. Keep one.`] : []),
    ...(logo === undefined ? ['The record has no l=, the address of the logo.'] : []),
    ...(logo && !isFile(logo, /\.svgz?$/i)
      ? ['l= must be the https address of an SVG file, such as https://shop.example/logo.svg.']
      : []),
    ...(certificate && !isFile(certificate, /./) ? ['a= must be the https address of a certificate, or empty.'] : []),
  ];
}

const isFile = (address: string, path: RegExp): boolean => {
  const url = parseUrl(address);
  return url?.protocol === 'https:' && path.test(url.pathname);
};
