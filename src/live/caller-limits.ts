import { TooManyStreamsError } from '../errors.ts';
import { refusedStreams } from '../metrics/metrics.ts';
import { hostOf } from '../network/networks.ts';

/** Counts open resources by name. */
class OpenCounts {
  readonly #counts = new Map<string, number>();

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Counts one more for each name. Returns a function to release them, which may be called repeatedly. */
  add(...names: readonly string[]): () => void {
    for (const name of names) this.#counts.set(name, this.count(name) + 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const name of names) this.#drop(name);
      isOpen = false;
    };
  }

  #drop(name: string): void {
    const left = this.count(name) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}

/** The caller of a live stream. */
export interface LiveCaller {
  teamId: number;
  /** The id of the token or member. */
  id: string;
  kind: 'token' | 'member';
}

interface Limits {
  /** For one token or member; 0 for no limit. */
  perCaller: number;
  /** For all tokens and members of a team; 0 for no limit. */
  perTeam: number;
}

/** Counts the streams of callers in this process over all connections, up to a maximum per caller and per team. */
export class CallerLimits {
  readonly #limits: Limits;
  readonly #what: string;
  readonly #counts = new OpenCounts();

  /** `what` is counted, in words: "live subscriptions". */
  constructor(limits: Limits, what: string) {
    this.#limits = limits;
    this.#what = what;
  }

  /** Counts one more. Returns a function that releases it, which may be called repeatedly. Throws TooManyStreamsError. */
  acquire({ teamId, id, kind }: LiveCaller): () => void {
    const { perCaller, perTeam } = this.#limits;
    const [caller, team] = [`caller ${id}`, `team ${teamId}`];
    if (perCaller > 0 && this.#counts.count(caller) >= perCaller) this.#refuse(kind, perCaller);
    if (perTeam > 0 && this.#counts.count(team) >= perTeam) this.#refuse('team', perTeam);
    return this.#counts.add(caller, team);
  }

  #refuse(limit: 'token' | 'member' | 'team', most: number): never {
    refusedStreams.inc({ limit });
    throw new TooManyStreamsError(`${OWNERS[limit]} ${most} ${this.#what}, the maximum. Close some first.`);
  }
}

const OWNERS = { token: 'This token has', member: 'You have', team: 'This team has' } as const;

/** Counts a network's open connections in this process up to a maximum, before they are identified. */
export class ConnectionLimit {
  readonly #max: number;
  readonly #counts = new OpenCounts();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts one more. Returns a function that releases it, which may be called repeatedly, or undefined at the limit.
   */
  acquire(address: string): (() => void) | undefined {
    const network = hostOf(address);
    if (this.#counts.count(network) < this.#max) return this.#counts.add(network);
    refusedStreams.inc({ limit: 'network' });
    return undefined;
  }
}
