import type { Claim } from '../domain/ledger/claim.ts';

/** How often all teams are queried, to find messages that came due, and those whose notice was lost. */
const ASK_ALL_MS = 1_000;
const ASKED_AT_ONCE = 100;

/** Claims messages of these teams, or of any. */
export type ClaimOf = (teams?: readonly number[]) => Promise<Claim[]>;

/**
 * Tracks which teams have messages to claim. Where tables are distributed, finding them queries every part of the tables: that
 * happens once a second, and otherwise only known teams are queried.
 */
export class WaitingTeams {
  readonly #isDistributed: boolean;
  readonly #known = new Set<number>();
  #askedAllAt = -ASK_ALL_MS;

  /** `isDistributed`: whether tables are distributed. If not, all teams are queried each time. */
  constructor(isDistributed: boolean) {
    this.#isDistributed = isDistributed;
  }

  add(teamId: number): void {
    if (this.#isDistributed) this.#known.add(teamId);
  }

  /** Claims messages of teams that are not `busy`. All teams get their turn, even while some always have messages. */
  async claim(claim: ClaimOf, busy: readonly number[]): Promise<Claim[]> {
    if (!this.#isDistributed || this.#isTimeForAll()) return this.#remember(await claim());
    const teams = [...this.#known].filter((team) => !busy.includes(team)).slice(0, ASKED_AT_ONCE);
    if (teams.length === 0) return [];
    for (const team of teams) this.#known.delete(team); // before the query, so that new messages in the meantime are noticed
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
