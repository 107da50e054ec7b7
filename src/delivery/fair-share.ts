import type { Claim } from '../domain/ledger/claim.ts';

/**
 * What a send queue holds, by teams. A team may hold half of the places while it is alone, a third beside another one, and so on,
 * and nobody takes more than half of those that are free: there are some left for one more, however slowly the messages of the
 * others are made or taken.
 */
export class FairShare {
  /** Claimed and not settled yet. */
  readonly held = new Set<Claim>();
  readonly #byTeam = new Map<number, number>();
  readonly #places: () => number;

  /** `places`: how many messages may be held together. */
  constructor(places: () => number) {
    this.#places = places;
  }

  /** How many may be taken next. */
  get available(): number {
    return Math.max(0, Math.ceil((this.#places() - this.held.size) / 2));
  }

  /** The teams that have enough to do: more than half of what they may hold. */
  get busyTeams(): number[] {
    const enough = this.#share() / 2;
    return [...this.#byTeam].filter(([, count]) => count > enough).map(([teamId]) => teamId);
  }

  add(claim: Claim): void {
    if (this.held.has(claim)) return;
    this.held.add(claim);
    this.#byTeam.set(claim.teamId, this.#of(claim) + 1);
  }

  /** Gives whether more may be taken since: there is a place again, or a team is no longer busy. */
  remove(claim: Claim): boolean {
    const [next, busy] = [this.available, this.busyTeams.length];
    if (!this.held.delete(claim)) return false;
    const count = this.#of(claim) - 1;
    if (count > 0) this.#byTeam.set(claim.teamId, count);
    else this.#byTeam.delete(claim.teamId);
    return next === 0 || this.busyTeams.length < busy;
  }

  #of = ({ teamId }: Claim): number => this.#byTeam.get(teamId) ?? 0;

  #share = (): number => this.#places() / (1 + Math.max(1, this.#byTeam.size));
}
