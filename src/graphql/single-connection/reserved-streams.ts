import type { Access } from '../../domain/platform/access.ts';
import type { Installation } from '../../installation.ts';
import { CallerLimits } from '../../live/caller-limits.ts';
import { liveCallerOf } from '../../schema/live-caller.ts';
import { maskFully } from '../mask.ts';
import { ReservedStream } from './reserved-stream.ts';

const MOST_OF_CALLER = 20;
const MOST_OF_TEAM = 200;

/** How long a stream stays reserved without being opened. */
const RESERVED_MS = 30_000;

/** The streams of a process that clients have reserved or opened, each for its caller alone. */
export class ReservedStreams {
  readonly #installation: Installation;
  readonly #limits = new CallerLimits({ perCaller: MOST_OF_CALLER, perTeam: MOST_OF_TEAM }, 'event streams');
  readonly #streams = new Map<string, { stream: ReservedStream; callerId: string }>();

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** Reserves a stream and returns its token. It ends with the access. Throws TooManyStreamsError. */
  reserve(access: Access): string {
    const caller = liveCallerOf(access);
    const release = this.#limits.acquire(caller);
    let stopWatching = () => {};
    const stream = new ReservedStream(
      () => {
        this.#streams.delete(stream.token);
        clearTimeout(unused);
        stopWatching();
        release();
      },
      (error) => maskFully(error, this.#installation.log),
    );
    const unused = setTimeout(() => stream.isOpen || stream.end(), RESERVED_MS).unref();
    this.#streams.set(stream.token, { stream, callerId: caller.id });
    stopWatching = this.#installation.access.watch(access, () => void stream.endAfterOperations());
    return stream.token;
  }

  /** The caller's stream with this token. To others it does not exist. */
  find(token: string, access: Access): ReservedStream | undefined {
    const found = this.#streams.get(token);
    return found?.callerId === liveCallerOf(access).id ? found.stream : undefined;
  }
}
