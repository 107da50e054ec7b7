/**
 * Yields the same items and runs `close` when reading ends, for any reason. A generator's own `finally` is not enough: it does
 * not run when the generator is closed before its first item was read.
 */
export function withCleanup<Item>(
  items: AsyncGenerator<Item, void>,
  close: () => Promise<unknown>,
): AsyncGenerator<Item, void> {
  const closed = async <Result>(result: Promise<Result>) => {
    try {
      return await result;
    } finally {
      await close();
    }
  };
  return {
    next: async () => {
      const result = await items.next();
      if (result.done) await close();
      return result;
    },
    return: () => closed(items.return()),
    throw: (error) => closed(items.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncGenerator<Item, void>;
}
