import { TooManyStreamsError } from '../errors.ts';
import { refusedStreams } from '../metrics/metrics.ts';

/** Who follows something live. */
export interface LiveCaller {
  teamId: number;
  /** Of the token, or of the member. */
  id: string;
  kind: 'token' | 'member';
}

interface Limits {
  /** Of one token or member; 0 for no limit. */
  perCaller: number;
  /** Of all tokens and members of a team; 0 for no limit. */
  perTeam: number;
}

/** Counts what callers hold open in this process, over all their connections, up to a maximum for each and for each team. */
export class LivePlaces {
  readonly #limits: Limits;
  readonly #what: string;
  readonly #held = new Map<string, number>();

  /** `what` they hold, in words: "live subscriptions". */
  constructor(limits: Limits, what: string) {
    this.#limits = limits;
    this.#what = what;
  }

  /** Takes a place; gives how to leave it, which may be done more than once. Throws TooManyStreamsError. */
  enter({ teamId, id, kind }: LiveCaller): () => void {
    const { perCaller, perTeam } = this.#limits;
    const [caller, team] = [`caller ${id}`, `team ${teamId}`];
    if (perCaller > 0 && this.#count(caller) >= perCaller) this.#refuse(kind, perCaller);
    if (perTeam > 0 && this.#count(team) >= perTeam) this.#refuse('team', perTeam);
    this.#add(caller, 1);
    this.#add(team, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(caller, -1);
      this.#add(team, -1);
    };
  }

  #refuse(limit: 'token' | 'member' | 'team', most: number): never {
    refusedStreams.inc({ limit });
    throw new TooManyStreamsError(
      `${OWNERS[limit]} ${most} ${this.#what}, the most that are allowed. Close some first.`,
    );
  }

  #count = (name: string): number => this.#held.get(name) ?? 0;

  #add(name: string, change: number): void {
    const count = this.#count(name) + change;
    if (count === 0) this.#held.delete(name);
    else this.#held.set(name, count);
  }
}

const OWNERS = { token: 'This token has', member: 'You have', team: 'This team has' } as const;
