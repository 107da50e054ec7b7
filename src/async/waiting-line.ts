/** Waiters in two lines: all of the first go before those of the second, each line in order. */
export class WaitingLine<Call> {
  readonly #first: Call[] = [];
  readonly #others: Call[] = [];

  get length(): number {
    return this.#first.length + this.#others.length;
  }

  /** How many waiters are ahead of a call that joins now. */
  before(isFirst: boolean): number {
    return isFirst ? this.#first.length : this.length;
  }

  join(call: Call, isFirst: boolean): void {
    (isFirst ? this.#first : this.#others).push(call);
  }

  next(): Call | undefined {
    return this.#first.shift() ?? this.#others.shift();
  }

  /** Empties both lines. */
  leave(): Call[] {
    return [...this.#first.splice(0), ...this.#others.splice(0)];
  }
}
