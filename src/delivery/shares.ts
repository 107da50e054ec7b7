import type { Claim } from '../domain/sending/claim.ts';

/**
 * What a lane holds, by teams. A team may hold half of the places while it is alone, a third beside another one, and so on:
 * one more always finds some free, however slowly the messages of the others are made or taken.
 */
export class Shares {
  /** Claimed and not settled yet. */
  readonly held = new Set<Claim>();
  readonly #byTeam = new Map<number, number>();
  readonly #places: () => number;

  /** `places`: how many messages may be held together. */
  constructor(places: () => number) {
    this.#places = places;
  }

  get free(): number {
    return Math.max(0, this.#places() - this.held.size);
  }

  /** The teams that have enough to do: more than half of what they may hold. */
  get busy(): number[] {
    const enough = this.#share() / 2;
    return [...this.#byTeam].filter(([, count]) => count > enough).map(([teamId]) => teamId);
  }

  add(claim: Claim): void {
    if (this.held.has(claim)) return;
    this.held.add(claim);
    this.#byTeam.set(claim.teamId, this.#of(claim) + 1);
  }

  /** Gives whether the team is no longer busy since. */
  remove(claim: Claim): boolean {
    if (!this.held.delete(claim)) return false;
    const enough = this.#share() / 2;
    const before = this.#of(claim);
    if (before > 1) this.#byTeam.set(claim.teamId, before - 1);
    else this.#byTeam.delete(claim.teamId);
    return before > enough && before - 1 <= enough;
  }

  #of = ({ teamId }: Claim): number => this.#byTeam.get(teamId) ?? 0;

  #share = (): number => this.#places() / (1 + Math.max(1, this.#byTeam.size));
}
