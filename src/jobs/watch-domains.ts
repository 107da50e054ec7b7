import type { Database } from '../database/connect.ts';
import { checkDueDomains, type DomainChange, DUE_DOMAINS } from '../domain/sending/check-due-domains.ts';
import type { Surroundings } from '../domain/sending/check-records.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const PAUSE_MS = 30_000;

const MESSAGES: Record<DomainChange['change'], string> = {
  verified: 'found the DKIM key of a sending domain in DNS; signing its messages',
  missing: 'the DKIM key of a sending domain is missing in DNS, so its signatures fail; checking again within the hour',
  rotated: 'found the next DKIM key of a sending domain in DNS; signing its messages with it',
  lost: 'the DKIM key of a sending domain is still missing in DNS; no longer signing its messages',
};

/** Checks the DNS records of due sending domains every 30 seconds. Returns a function that stops it. */
export const watchDomains = (db: Database, surroundings: Surroundings, log: Log): (() => Promise<void>) =>
  runWhenDue(db, { what: DUE_DOMAINS, everyMs: PAUSE_MS }, async () => {
    try {
      for (const { domain, change } of await checkDueDomains(db, surroundings)) {
        log[change === 'verified' || change === 'rotated' ? 'info' : 'warn']({ domain }, MESSAGES[change]);
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot check sending domains');
    }
  });
