const USUAL = 64 * 1024;
/** A larger buffer is released: few messages need one. */
const KEPT = 1024 * 1024;

/**
 * Collects bytes in a reusable buffer, and returns a copy of their exact length. Separate buffers per message would leave several
 * times their size as garbage outside the heap, where it is collected late.
 */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(USUAL);
  #end = 0;

  /** Returns the bytes that `work` writes. Discards all earlier bytes, including those of failed work. */
  gather(work: () => void): Buffer {
    this.#end = 0;
    work();
    const gathered = Buffer.from(this.#buffer.subarray(0, this.#end));
    if (this.#buffer.length > KEPT) this.#buffer = Buffer.allocUnsafeSlow(USUAL);
    return gathered;
  }

  write(bytes: Buffer): void {
    this.append(bytes.length, (buffer, start) => start + bytes.copy(buffer, start));
  }

  /** Makes `fill` write at most `length` bytes into `buffer` from `start` on. It returns their end. */
  append(length: number, fill: (buffer: Buffer, start: number) => number): void {
    if (this.#end + length > this.#buffer.length) this.#grow(this.#end + length);
    this.#end = fill(this.#buffer, this.#end);
  }

  #grow(length: number): void {
    const buffer = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2));
    this.#buffer.copy(buffer, 0, 0, this.#end);
    this.#buffer = buffer;
  }
}
