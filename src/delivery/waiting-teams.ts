import type { Claim } from '../domain/ledger/claim.ts';

/** How often all teams are asked: finds what has waited for its time, and what no notice told of. */
const ASK_ALL_MS = 1_000;
const ASKED_AT_ONCE = 100;

/** Claims of these teams, or of whichever have something to send. */
export type ClaimOf = (teams?: readonly number[]) => Promise<Claim[]>;

/**
 * Remembers which teams have messages to claim. Where the tables are spread over several machines, finding out takes a question to
 * each part of each: it is asked once a second, and meanwhile only of teams that are known to have something.
 */
export class WaitingTeams {
  readonly #isSpread: boolean;
  readonly #known = new Set<number>();
  #askedAllAt = -ASK_ALL_MS;

  /** `isSpread`: whether the tables are. Where they are not, all teams are asked each time. */
  constructor(isSpread: boolean) {
    this.#isSpread = isSpread;
  }

  add(teamId: number): void {
    if (this.#isSpread) this.#known.add(teamId);
  }

  /** Claims messages of teams that are not `busy`. All are asked in time also while some always have something. */
  async claim(claim: ClaimOf, busy: readonly number[]): Promise<Claim[]> {
    if (!this.#isSpread || this.#isTimeForAll()) return this.#remember(await claim());
    const teams = [...this.#known].filter((team) => !busy.includes(team)).slice(0, ASKED_AT_ONCE);
    if (teams.length === 0) return [];
    for (const team of teams) this.#known.delete(team); // before they are asked: what comes meanwhile is remembered
    return this.#remember(await claim(teams));
  }

  #isTimeForAll(): boolean {
    const now = performance.now();
    if (now < this.#askedAllAt + ASK_ALL_MS) return false;
    this.#askedAllAt = now;
    return true;
  }

  #remember(claims: Claim[]): Claim[] {
    for (const { teamId } of claims) this.add(teamId);
    return claims;
  }
}
