import { isIP, isIPv6 } from 'node:net';
import type { Dns } from '../../network/dns.ts';
import { isPrivateAddress, isPrivateHost } from '../../network/private-address.ts';

/** The SPF records of providers, by the end of their mail servers' names. */
const PROVIDERS: readonly (readonly [host: string, include: string])[] = [
  ['amazonaws.com', 'amazonses.com'],
  ['resend.com', 'amazonses.com'],
  ['mailgun.org', 'mailgun.org'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['sendgrid.net', 'sendgrid.net'],
  ['brevo.com', 'spf.brevo.com'],
  ['sendinblue.com', 'spf.brevo.com'],
  ['mailjet.com', 'spf.mailjet.com'],
  ['sparkpostmail.com', 'sparkpostmail.com'],
  ['mandrillapp.com', 'spf.mandrillapp.com'],
  ['smtp2go.com', 'spf.smtp2go.com'],
  ['fastmail.com', 'spf.messagingengine.com'],
  ['gmail.com', '_spf.google.com'],
  ['google.com', '_spf.google.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['outlook.com', 'spf.protection.outlook.com'],
];

/** The mechanisms that an SPF record needs for mail servers, and advice that their names cannot give. */
export interface SpfSenders {
  /** `include:…`, `ip4:…`, `ip6:…` or `a:…`. */
  mechanisms: string[];
  advice: string[];
}

/** Returns the mechanisms for these mail servers: their provider's record, else their addresses. Never rejects. */
export async function spfSenders(dns: Dns, hosts: readonly string[]): Promise<SpfSenders> {
  const all = await Promise.all([...new Set(hosts.map((host) => host.toLowerCase()))].map((host) => sender(dns, host)));
  return {
    mechanisms: [...new Set(all.flatMap(({ mechanisms }) => mechanisms))],
    advice: [...new Set(all.flatMap(({ advice }) => advice))],
  };
}

async function sender(dns: Dns, host: string): Promise<SpfSenders> {
  const provider = PROVIDERS.find(([end]) => host === end || host.endsWith(`.${end}`));
  if (provider) return { mechanisms: [`include:${provider[1]}`], advice: [] };
  if (isPrivateHost(host)) return { mechanisms: [], advice: [relay(host)] };
  const found = isIP(host) ? [host] : await dns.addresses(host).catch(() => undefined);
  if (!found || found.length === 0) return { mechanisms: [`a:${host}`], advice: [] };
  const open = found.filter((address) => !isPrivateAddress(address));
  if (open.length === 0) return { mechanisms: [], advice: [relay(host)] };
  return { mechanisms: open.sort().map(mechanismOf), advice: [smarthost(host)] };
}

const mechanismOf = (address: string): string => `${isIPv6(address) ? 'ip6' : 'ip4'}:${address}`;

const relay = (host: string): string =>
  `The mail server ${host} is in a private network. Add its public sending address, as ip4: or ip6:.`;

const smarthost = (host: string): string =>
  `These are the addresses of ${host}. If it sends from other addresses, add them, or the record named by its operator.`;
