import { type Database, run, sql } from '../../database/connect.ts';

/** A verified sending domain with its key, encrypted. */
export interface SigningDomain {
  id: string;
  domain: string;
  selector: string;
  privateKey: Uint8Array;
}

/** The team's verified sending domain that signs e-mails of a domain: the same one, or the closest above it. */
export async function findSigningDomain(
  db: Database,
  teamId: number,
  domain: string,
): Promise<SigningDomain | undefined> {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  const [row] = await run<SigningDomain>(
    db,
    sql`select id::text, domain, selector, private_key as "privateKey" from sending_domains
        where team_id = ${teamId} and domain = any(${names}::text[]) and verified_at is not null
        order by length(domain) desc limit 1`,
  );
  return row;
}
