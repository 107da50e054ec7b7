import type { SendingDomain } from '../../generated/prisma/client.ts';
import { bitsOf } from './dkim-key.ts';
import { type Finding, type Findings, unseen } from './finding.ts';

export const KEY_STATUSES = ['current', 'next', 'old'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A stored former key, without its private half. */
export interface OldKey {
  selector: string;
  publicKey: string;
  /** Until when receivers may need its record. ISO 8601. */
  keepUntil: string;
}

/** The columns of a domain's keys, without the private halves. */
export type KeyColumns = Pick<SendingDomain, 'domain' | 'selector' | 'publicKey'> &
  Pick<SendingDomain, 'nextSelector' | 'nextPublicKey' | 'oldKeys'>;

/** A key of a domain, and the DNS finding at its name. */
export interface PublishedKey {
  status: KeyStatus;
  selector: string;
  publicKey: string;
  /** Of an old key. */
  keepUntil: Date | null;
  finding: Finding;
}

export const oldKeysOf = ({ oldKeys }: Pick<SendingDomain, 'oldKeys'>): OldKey[] => oldKeys as unknown as OldKey[];

/** The keys of a domain: current, next and old ones. `found`: the findings of the last check. */
export function keysOf(domain: KeyColumns, found: Findings): PublishedKey[] {
  const { nextSelector, nextPublicKey } = domain;
  const seen = [...(found.dkim ? [found.dkim] : []), ...(found.other_dkim ?? [])];
  const one = (status: KeyStatus, selector: string, publicKey: string, keepUntil: Date | null = null): PublishedKey => {
    const record = unseen(`${selector}._domainkey.${domain.domain}`, `v=DKIM1; k=rsa; p=${publicKey}`);
    const finding = seen.find(({ name, value }) => name === record.name && value === record.value) ?? record;
    return { status, selector, publicKey, keepUntil, finding };
  };
  return [
    one('current', domain.selector, domain.publicKey),
    ...(nextSelector && nextPublicKey ? [one('next', nextSelector, nextPublicKey)] : []),
    ...oldKeysOf(domain).map((key) => one('old', key.selector, key.publicKey, new Date(key.keepUntil))),
  ];
}

/** A key as its owner sees it. */
export interface ShownKey extends Omit<PublishedKey, 'publicKey'> {
  bits: number;
}

/** The keys of a stored domain. */
export const shownKeys = (domain: KeyColumns & Pick<SendingDomain, 'found'>): ShownKey[] =>
  keysOf(domain, domain.found as unknown as Findings).map(({ publicKey, ...key }) => ({
    ...key,
    bits: bitsOf(publicKey),
  }));
