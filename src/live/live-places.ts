import { TooManyStreamsError } from '../errors.ts';
import { refusedStreams } from '../metrics/metrics.ts';
import { Held } from './held.ts';

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
  readonly #held = new Held();

  /** `what` they hold, in words: "live subscriptions". */
  constructor(limits: Limits, what: string) {
    this.#limits = limits;
    this.#what = what;
  }

  /** Takes a place; gives how to leave it, which may be done more than once. Throws TooManyStreamsError. */
  enter({ teamId, id, kind }: LiveCaller): () => void {
    const { perCaller, perTeam } = this.#limits;
    const [caller, team] = [`caller ${id}`, `team ${teamId}`];
    if (perCaller > 0 && this.#held.count(caller) >= perCaller) this.#refuse(kind, perCaller);
    if (perTeam > 0 && this.#held.count(team) >= perTeam) this.#refuse('team', perTeam);
    return this.#held.hold(caller, team);
  }

  #refuse(limit: 'token' | 'member' | 'team', most: number): never {
    refusedStreams.inc({ limit });
    throw new TooManyStreamsError(`${OWNERS[limit]} ${most} ${this.#what}, the maximum. Close some first.`);
  }
}

const OWNERS = { token: 'This token has', member: 'You have', team: 'This team has' } as const;
