/**
 * The same items; `close` runs when their reading ends, however it ends. A generator that nobody has begun to read is
 * left without its own `finally`: what was opened for it would stay open.
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
