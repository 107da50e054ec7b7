/** Reads at least `size` bytes, or to the end. Returns them as `head`, and the whole stream as `all`. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const { value, done } = await iterator.next();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  const head = Buffer.concat(parts);
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head, all: all() };
}
