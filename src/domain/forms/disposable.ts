import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from '../../validation/email.ts';

let domains: Set<string> | undefined;

/** Whether a normalised address belongs to a disposable-mail domain or its subdomains. */
export function isDisposable(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  const labels = domainOf(email).split('.');
  return labels.some((_, index) => domains?.has(labels.slice(index).join('.')));
}
