import type { Claim } from '../domain/ledger/claim.ts';

/** How often all teams are queried, to find messages that came due, and those whose notice was lost. */
const ASK_ALL_MS = 1_000;
/** It takes at most a tenth of the time, unless the database stalls. */
const PAUSES = 10;
const LONGEST_PAUSE_MS = 5_000;
const ASKED_AT_ONCE = 100;

/** Claims messages of these teams, or of any. */
export type ClaimOf = (teams?: readonly number[]) => Promise<Claim[]>;

/**
 * Tracks which teams have messages to claim. Finding them among all teams costs more than claiming from known ones, most of all
 * where it queries every part of distributed tables. So all teams are queried once a second, or on request; otherwise only
 * while that has found teams without a notice, and the known teams have no messages left.
 */
export class WaitingTeams {
  readonly #known = new Set<number>();
  #asksAllAt = Number.NEGATIVE_INFINITY;
  #mayBeMore = false;

  add(teamId: number): void {
    this.#known.add(teamId);
  }

  /** Queries all teams at the next claim. */
  askAll(): void {
    this.#asksAllAt = Number.NEGATIVE_INFINITY;
  }

  /** Claims messages of teams that are not `busy`. All teams get their turn, even while some always have messages. */
  async claim(claim: ClaimOf, busy: readonly number[]): Promise<Claim[]> {
    if (performance.now() < this.#asksAllAt) {
      const claims = await this.#claimOfKnown(claim, busy);
      if (claims.length > 0 || !this.#mayBeMore) return claims;
    }
    const from = performance.now();
    const asksAllAt = from + ASK_ALL_MS;
    this.#asksAllAt = asksAllAt;
    const claims = await claim();
    const pause = Math.min((performance.now() - from) * PAUSES, LONGEST_PAUSE_MS);
    if (this.#asksAllAt === asksAllAt) this.#asksAllAt = Math.max(asksAllAt, performance.now() + pause);
    this.#mayBeMore = claims.some(({ teamId }) => !this.#known.has(teamId)); // a notice may have come meanwhile
    return this.#remember(claims);
  }

  async #claimOfKnown(claim: ClaimOf, busy: readonly number[]): Promise<Claim[]> {
    const known = [...this.#known].filter((team) => !busy.includes(team));
    for (let at = 0; at < known.length; at += ASKED_AT_ONCE) {
      const teams = known.slice(at, at + ASKED_AT_ONCE);
      for (const team of teams) this.#known.delete(team); // before the query, so that new messages in the meantime are noticed
      const claims = this.#remember(await claim(teams));
      if (claims.length > 0) return claims;
    }
    return [];
  }

  #remember(claims: Claim[]): Claim[] {
    for (const { teamId } of claims) this.add(teamId);
    return claims;
  }
}
