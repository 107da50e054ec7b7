import { gzipSync } from 'node:zlib';
import { dmarcReport, mailWith, record, tlsReport } from './domain-reports.ts';

/** Below the unpacking limit of a report: 4 MiB. */
const LARGEST = 4_000_000;

const filled = (piece: string, length = LARGEST): string => piece.repeat(Math.floor(length / piece.length));
const within = (inside: string): string => `<feedback>${inside}`;
const tags = (names: readonly string[]): string => names.map((name) => `<${name}>`).join('');
const letters = (length: number, letter = 'a'): string => letter.repeat(length);
const packed = (text: string): string => mailWith(gzipSync(text));
const policy = (inside: object) => ({ policy: { 'policy-domain': 'shop.test' }, ...inside });

/** E-mails that are cheap for their sender: a description, and a function that makes each. */
export const HOSTILE_REPORTS: [string, () => string][] = [
  ['a name of 10,000 letters around a million entities', () => packed(within(`<${letters(10_000)}>${filled('&lt;')}`))],
  [
    'a name of 200,000 letters around a million entities',
    () => packed(within(`<${letters(200_000)}>${filled('&lt;', LARGEST - 200_000)}`)),
  ],
  [
    'a name of 100,000 letters around many elements',
    () => packed(within(`<${letters(100_000)}>${filled('<b/>', LARGEST - 100_000)}`)),
  ],
  [
    'eleven names of 99 letters around a million entities',
    () => packed(within(`${tags(Array.from({ length: 10 }, () => letters(99)))}${filled('&amp;', 3_900_000)}`)),
  ],
  ['names of a hundred prefixes', () => packed(within(filled(`<${'x:'.repeat(100)}y/>`)))],
  ['a million entities as the number', () => packed(within(`<report_metadata><report_id>${filled('&lt;')}`))],
  ['half a million empty elements', () => packed(within(filled('<a></a>')))],
  ['two hundred thousand empty records', () => packed(within(filled('<record></record>')))],
  ['closing tags alone', () => packed(within(filled('</a>')))],
  ['an element of half a million attributes', () => packed(within(`<a ${filled('b="" ')}>`))],
  ['an attribute of four megabytes', () => packed(within(`<a b="${letters(LARGEST - 100)}">`))],
  ['sections of text that is not read', () => packed(within(filled('<![CDATA[]]>')))],
  ['comments and instructions', () => packed(within(filled('<!----><?a?>')))],
  ['a tag that never ends', () => packed(`<feedback><${letters(LARGEST - 100)}`)],
  ['four megabytes of <', () => packed(within(letters(LARGEST, '<')))],
  ['a true report of 5,000 servers', () => packed(servers(5_000))],
  ['one report five times', () => fiveTimes(gzipSync(within(filled('&lt;<a/>'))))],
  ['a true report of 1,000 servers five times', () => fiveTimes(gzipSync(servers(1_000)))],
  ['a TLS report of 300,000 empty failures', () => packed(failures(300_000))],
  ['a TLS report of twenty times 2,000 servers', () => packed(policies(20, 2_000))],
  ['a TLS report with a number of a megabyte', () => packed(tlsReport([policy({})], { id: letters(900_000) }))],
  ['a TLS report about a domain of a megabyte', () => packed(tlsReport([domain(filled('a.', 900_000))]))],
  ['a megabyte of brackets', () => packed(`{"a":${letters(500_000, '[')}`)],
  ['a megabyte of escapes', () => packed(`{"a":"${letters(1_000_000, '\\')}"`)],
];

const address = (n: number): string => `10.${n % 200}.${Math.floor(n / 200) % 200}.${Math.floor(n / 40_000)}`;

const servers = (count: number): string =>
  dmarcReport(
    Array.from({ length: count }, (_, n) => record({ ip: address(n), from: `n${n % 900}.shop.test` })).join(''),
  );

const failures = (count: number): string =>
  tlsReport([{ policy: { 'policy-domain': 'shop.test' }, 'failure-details': [] }]).replace(
    '"failure-details":[]',
    `"failure-details":[${Array.from({ length: count }, () => '{}').join()}]`,
  );

const policies = (count: number, servers: number): string =>
  tlsReport(
    Array.from({ length: count }, (_, n) => ({
      policy: { 'policy-domain': `p${n}.shop.test` },
      'failure-details': Array.from({ length: servers }, () => ({ 'failed-session-count': 1 })),
    })),
  );

const domain = (name: string) => ({ policy: { 'policy-domain': name }, summary: {} });

function fiveTimes(file: Buffer): string {
  const part = mailWith(file).split('--part\r\n')[2]!.replace('--part--\r\n', '');
  const [head] = mailWith('x').split('--part\r\n');
  return `${head}${Array.from({ length: 5 }, () => `--part\r\n${part}`).join('')}--part--\r\n`;
}
