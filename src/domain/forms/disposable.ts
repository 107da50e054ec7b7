import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from '../../validation/email.ts';

let domains: Set<string> | undefined;

/** Whether an address in its normal form is at a domain, or below one, where anybody gets an address for some minutes. */
export function isDisposable(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  const labels = domainOf(email).split('.');
  return labels.some((_, index) => domains?.has(labels.slice(index).join('.')));
}
