import DataLoader from 'dataloader';

/**
 * Batches calls that arrive at the same time into one call of `work`. While `parallel` batches run, further calls
 * collect in the next batch: batches grow with the load, and a lone call never waits.
 */
export function coalesce<Item, Result>(
  work: (items: readonly Item[]) => Promise<Result[]>,
  { max, parallel }: { max: number; parallel: number },
): (item: Item) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    running -= 1;
    waiting.shift()?.();
  };
  const start = (dispatch: () => void) => {
    running += 1;
    setImmediate(dispatch);
  };
  const loader = new DataLoader<Item, Result>((items) => work(items).finally(next), {
    cache: false,
    maxBatchSize: max,
    batchScheduleFn: (dispatch) => {
      if (running < parallel) start(dispatch);
      else waiting.push(() => start(dispatch));
    },
  });
  return (item) => loader.load(item);
}
