const USUAL = 64 * 1024;
/** A longer place is let go: few messages need one. */
const KEPT = 1024 * 1024;

/**
 * Gathers bytes in a place that is used again, and gives a copy of just their length. Messages that are gathered from buffers of
 * their own leave garbage of several times their size, outside of the heap, where it is collected late.
 */
export class ByteWriter {
  #place = Buffer.allocUnsafeSlow(USUAL);
  #end = 0;

  /** Returns what `work` writes. Nothing is left of what was written before, also by work that failed. */
  gather(work: () => void): Buffer {
    this.#end = 0;
    work();
    const gathered = Buffer.from(this.#place.subarray(0, this.#end));
    if (this.#place.length > KEPT) this.#place = Buffer.allocUnsafeSlow(USUAL);
    return gathered;
  }

  write(bytes: Buffer): void {
    this.append(bytes.length, (place, start) => start + bytes.copy(place, start));
  }

  /** Has `fill` write at most `length` bytes into `place` from `start` on. It returns where they end. */
  append(length: number, fill: (place: Buffer, start: number) => number): void {
    if (this.#end + length > this.#place.length) this.#grow(this.#end + length);
    this.#end = fill(this.#place, this.#end);
  }

  #grow(length: number): void {
    const place = Buffer.allocUnsafeSlow(Math.max(length, this.#place.length * 2));
    this.#place.copy(place, 0, 0, this.#end);
    this.#place = place;
  }
}
