import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Dns } from '../../network/dns.ts';

/** Receivers stop after this many lookups, and SPF fails (RFC 7208, 4.6.4). */
export const MAX_LOOKUPS = 10;
/** Limits records that include themselves. */
const MOST_WALKED = 40;

/** If no mail server is known: the servers of the domain's own web site and mail. */
export const FIRST_SPF = 'v=spf1 a mx ~all';

export const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text);

const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);

const isAll = (term: string): boolean => /^[+?~-]?all$/i.test(term);

/** Adds mechanisms to a record, before the terms that end it. Several records become one. */
export function mergeSpf(records: readonly string[], mechanisms: readonly string[]): string {
  const terms = records.flatMap(termsOf);
  const ends = (term: string) => isAll(term) || /^redirect=/i.test(term);
  const last = terms.filter(ends).slice(0, 1);
  return [
    'v=spf1',
    ...new Set([...terms.filter((term) => !ends(term)), ...mechanisms]),
    ...(last[0] ? last : ['~all']),
  ].join(' ');
}

/** The permissions of a record, with all its includes. */
export interface SpfTree {
  /** DNS lookups that a receiver makes at most; more than MOST_WALKED are not counted. */
  lookups: number;
  allows(mechanism: string): boolean;
}

/** Follows the includes of a record. Names that do not answer allow nothing. Never rejects. */
export async function walkSpf(dns: Dns, domain: string, record: string): Promise<SpfTree> {
  const named = new Set<string>();
  const addresses = new BlockList();
  let lookups = 0;
  await walk(domain, record);

  async function walk(at: string, text: string): Promise<void> {
    for (const term of termsOf(text)) {
      const [, not, name = '', given = ''] = /^[+]?([?~-]?)(\w+)(?:[:=]?(.*))$/.exec(term.toLowerCase()) ?? [];
      if (!not && (name === 'ip4' || name === 'ip6')) addNet(addresses, given);
      if (!LOOKED_UP.has(name) || lookups >= MOST_WALKED) continue;
      lookups += 1;
      if (not) continue;
      const target = given.split('/')[0] || at;
      named.add(`${name}:${target}`);
      if (name === 'include' || name === 'redirect') await follow(target);
      if (name === 'a') await allow([target]);
      if (name === 'mx') await allow(await dns.mailServers(target).catch(() => []));
    }
  }

  async function follow(name: string): Promise<void> {
    const texts = await dns.texts(name).catch(() => []);
    const inner = texts.find(isSpf);
    if (inner) await walk(name, inner);
  }

  async function allow(hosts: readonly string[]): Promise<void> {
    const found = await Promise.all(hosts.map((host) => dns.addresses(host).catch(() => [])));
    for (const address of found.flat()) addNet(addresses, address);
  }

  return {
    lookups,
    allows: (mechanism) => {
      const [, name = '', given = ''] = /^(\w+):(.*)$/.exec(mechanism) ?? [];
      if (isIP(given) === 0) return named.has(`${name}:${given}`);
      return addresses.check(given, isIPv6(given) ? 'ipv6' : 'ipv4');
    },
  };
}

const LOOKED_UP = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

function addNet(list: BlockList, net: string): void {
  const [address = '', prefix] = net.split('/');
  if (isIP(address) === 0) return;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  const length = prefix === undefined ? most : Number(prefix);
  if (Number.isInteger(length) && length >= 0 && length <= most) list.addSubnet(address, length, family);
}

/** Faults in the records of a name, besides missing parts. */
export function spfAdvice(records: readonly string[], lookups: number): string[] {
  const last = records.flatMap(termsOf).filter(isAll).at(-1)?.toLowerCase();
  return [
    ...(records.length > 1
      ? [`There are ${records.length} SPF records, so receivers use none. Replace them with this one.`]
      : []),
    ...(last === 'all' || last === '+all'
      ? [`The record ends with ${last}, so anyone can send as this domain. End it with ~all.`]
      : []),
    ...(lookups > MAX_LOOKUPS
      ? [
          `The record needs ${lookups >= MOST_WALKED ? 'very many' : lookups} DNS lookups. Receivers stop at ${MAX_LOOKUPS}, and SPF fails. Remove services that no longer send for you.`,
        ]
      : []),
  ];
}
