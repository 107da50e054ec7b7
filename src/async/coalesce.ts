interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface Sharing<Item> {
  /** The most calls that share one call of `work`. */
  max: number;
  /** How many calls of `work` run at a time. */
  parallel: number;
  /** Calls with the same key run one after another, in order of arrival. */
  keyOf?: ((item: Item) => string) | undefined;
  /** The most milliseconds that the next batch waits for as many calls as the last had. Default: none. */
  lingerMs?: number | undefined;
}

/**
 * Batches calls that arrive at the same time into one call of `work`. While `parallel` batches run, further calls collect in the
 * next batch: batches grow with the load, and a lone call never waits. Callers that call again right after their answer arrive a
 * moment after the end of their batch: without `lingerMs` the first of them would get a batch to itself. `work` returns a result
 * for each item, in order; an Error fails only that item's call.
 */
export function coalesce<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  { max, parallel, keyOf, lingerMs = 0 }: Sharing<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Call<Item, Result>[] = [];
  const busy = new Set<string>();
  let running = 0;
  let scheduled = false;
  let lingering = false;
  const last = { size: 0, endedAt: 0 };

  const shouldLinger = () => waiting.length < last.size && performance.now() - last.endedAt < lingerMs;

  /** Takes the calls of the next batch and leaves the others waiting. */
  const take = (): Call<Item, Result>[] => {
    if (!keyOf) return waiting.splice(0, max);
    const taken: Call<Item, Result>[] = [];
    const left: Call<Item, Result>[] = [];
    const seen = new Set(busy);
    for (const call of waiting) {
      const key = keyOf(call.item);
      if (taken.length < max && !seen.has(key)) taken.push(call);
      else left.push(call);
      seen.add(key);
    }
    waiting = left;
    return taken;
  };

  const linger = () => {
    if (lingering) return;
    lingering = true;
    setTimeout(() => {
      lingering = false;
      schedule();
    }, lingerMs);
  };

  const schedule = () => {
    if (scheduled || running >= parallel || waiting.length === 0) return;
    if (shouldLinger()) return linger();
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const calls = take();
      if (calls.length === 0) return; // all wait for calls with their keys, whose batch schedules the next
      void runBatch(calls);
      schedule();
    });
  };

  const runBatch = async (calls: Call<Item, Result>[]) => {
    const keys = keyOf ? calls.map(({ item }) => keyOf(item)) : [];
    for (const key of keys) busy.add(key);
    running += 1;
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    running -= 1;
    Object.assign(last, { size: calls.length, endedAt: performance.now() });
    for (const key of keys) busy.delete(key);
    schedule();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/**
 * Like `coalesce`, for calls in groups: only calls of the same group share one call of `work`. There may be any number of groups
 * over time: a group is dropped once its callers can no longer call again.
 */
export function coalesceByGroup<Item, Result>(
  groupOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  sharing: Sharing<Item>,
): (item: Item) => Promise<Result> {
  const groups = new Map<string, { call(item: Item): Promise<Result>; open: number }>();
  const forget = (name: string) => void (groups.get(name)?.open === 0 && groups.delete(name));
  return async (item) => {
    const name = groupOf(item);
    const group = groups.get(name) ?? { call: coalesce(work, sharing), open: 0 };
    groups.set(name, group);
    group.open += 1;
    try {
      return await group.call(item);
    } finally {
      group.open -= 1;
      if (!sharing.lingerMs) forget(name);
      else if (group.open === 0) setTimeout(forget, sharing.lingerMs, name).unref();
    }
  };
}
