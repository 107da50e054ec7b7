import type { Claim } from '../domain/ledger/claim.ts';

/**
 * Shares a send queue's capacity among teams. One team may use half of it, two teams a third each, and so on, and one claim takes
 * at most half of the free capacity. So one more team always finds room, however slowly the other messages are built or accepted.
 */
export class FairShare {
  /** Claimed and not settled yet. */
  readonly held = new Set<Claim>();
  readonly #byTeam = new Map<number, number>();
  readonly #capacity: () => number;

  /** `capacity`: how many messages the queue may hold. */
  constructor(capacity: () => number) {
    this.#capacity = capacity;
  }

  /** How many messages may be claimed next. */
  get available(): number {
    return Math.max(0, Math.ceil((this.#capacity() - this.held.size) / 2));
  }

  /** The teams that hold more than half of their share. */
  get busyTeams(): number[] {
    const enough = this.#share() / 2;
    return [...this.#byTeam].filter(([, count]) => count > enough).map(([teamId]) => teamId);
  }

  add(claim: Claim): void {
    if (this.held.has(claim)) return;
    this.held.add(claim);
    this.#byTeam.set(claim.teamId, this.#of(claim) + 1);
  }

  /** Returns whether more may be claimed now: there is free capacity again, or a team is no longer busy. */
  remove(claim: Claim): boolean {
    const [next, busy] = [this.available, this.busyTeams.length];
    if (!this.held.delete(claim)) return false;
    const count = this.#of(claim) - 1;
    if (count > 0) this.#byTeam.set(claim.teamId, count);
    else this.#byTeam.delete(claim.teamId);
    return next === 0 || this.busyTeams.length < busy;
  }

  #of = ({ teamId }: Claim): number => this.#byTeam.get(teamId) ?? 0;

  #share = (): number => this.#capacity() / (1 + Math.max(1, this.#byTeam.size));
}
