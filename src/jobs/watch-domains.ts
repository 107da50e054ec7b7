import type { Database } from '../database/connect.ts';
import { checkDueDomains, type DomainChange } from '../domain/sending/check-due-domains.ts';
import type { Log } from '../log.ts';
import type { Dns } from '../network/dns.ts';
import { repeat } from './repeat.ts';

const PAUSE_MS = 30_000;

const TOLD: Record<DomainChange['change'], string> = {
  verified: 'the key of a sending domain is in DNS: its messages are signed from now on',
  missing: 'the key of a sending domain is missing in DNS: its signatures fail; looking again within the hour',
  lost: 'the key of a sending domain stays missing in DNS: its messages are signed no longer',
};

/** Looks into DNS for the team's sending domains now and then, so that nobody has to ask. Gives a way to stop. */
export const watchDomains = (db: Database, dns: Dns, log: Log): (() => Promise<void>) =>
  repeat(PAUSE_MS, async () => {
    try {
      for (const { domain, change } of await checkDueDomains(db, dns)) {
        log[change === 'verified' ? 'info' : 'warn']({ domain }, TOLD[change]);
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot look for sending domains that are due');
    }
  });
