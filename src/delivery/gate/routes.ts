import type { Database } from '../../database/connect.ts';
import { recordOutcomes, type SendOutcome } from '../../domain/transports/record-outcomes.ts';
import { RouteTable, readRouteTable } from '../../domain/transports/route-table.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';

/** Changes made by other processes are seen within this time. */
const REFRESH_MS = 5_000;

/** A cache of the route table of all teams: a few small statements every five seconds while there is mail, and none per message. */
export class Routes {
  readonly #db: Database;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #table = new RouteTable();
  /** Deleted transports that messages still name. A deleted id is never reused. */
  readonly #gone = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  get table(): RouteTable {
    return this.#table;
  }

  /** Resolves the requested routes of messages, also of transports that were created just now (see RouteTable). */
  async resolve(asked: readonly SendRoute[]): Promise<SendRoute[]> {
    if (performance.now() - this.#readAt > REFRESH_MS) await this.#refresh();
    // An unknown transport may be new, so the fallback would be wrong: read again. A running read may have begun before the
    // transport was created.
    const isUnknown = ({ transportId: id }: SendRoute) =>
      id !== null && !this.table.transport(id) && !this.#gone.has(id);
    if (this.#reading && asked.some(isUnknown)) await this.#reading;
    if (asked.some(isUnknown)) await this.#refresh();
    for (const route of asked) if (isUnknown(route)) this.#gone.add(route.transportId as string);
    return asked.map((route) => this.table.resolve(route));
  }

  /** Records outcomes. They take effect in this process at once, in others within seconds. */
  async record(outcomes: readonly SendOutcome[]): Promise<void> {
    const { hasFailures, hasPaused } = this.table.pauses;
    const { cleared, failing, awaited } = await recordOutcomes(this.#db, outcomes, hasFailures, hasPaused);
    const { pauses } = this.table;
    for (const route of cleared) pauses.clear(route);
    for (const state of failing) pauses.add(state);
    for (const route of awaited) pauses.letUrgentGo(route);
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    this.#table = await readRouteTable(this.#db);
    this.#readAt = began;
  }
}
