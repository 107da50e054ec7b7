import DataLoader from 'dataloader';

/**
 * Lets calls that come at the same time share one piece of work. While `parallel` of them are under way, further calls
 * wait together for the next: the busier it is, the more calls share one, and a lone call waits for nothing.
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
