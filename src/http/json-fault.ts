/** Where a text stops being JSON, and why. */
interface Fault {
  at: number;
  why: string;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Says where a text stops being JSON, and what it should have instead: `Line 2, column 16: a value is missing.` */
export function jsonFault(text: string): string {
  const { at, why } = new Reader(text).fault();
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `Line ${line}, column ${at - before.lastIndexOf('\n')}: ${at >= text.length ? ENDS : why}`;
}

const ENDS = 'the text ends too early.';
const NO_VALUE = 'a value is missing. Text needs double quotes.';
const NO_NAME = 'a key in double quotes is missing.';
const TRAILING = 'there must be no comma before this bracket.';

/** Reads a text that JSON.parse refused, without building its value. Takes linear time, and no stack per level. */
class Reader {
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): Fault {
    let why = this.#value(NO_VALUE);
    while (why === undefined) {
      const inside = this.#open.at(-1);
      const next = this.#peek();
      if (inside === undefined) return { at: this.#at, why: 'there is more text after the value.' };
      if (next === CLOSING[inside]) this.#close();
      else if (next !== ',') why = `a comma or ${CLOSING[inside]} is missing.`;
      else {
        this.#at += 1;
        const after = this.#peek() === CLOSING[inside] ? TRAILING : undefined;
        why = (inside === '{' ? this.#key(after ?? NO_NAME) : undefined) ?? this.#value(after ?? NO_VALUE);
      }
    }
    return { at: this.#at, why };
  }

  /** Reads a value, or the beginning of a list or an object up to its first value. Returns what is wrong. */
  #value(unless: string): string | undefined {
    for (let wrong = unless; ; wrong = NO_VALUE) {
      const next = this.#peek();
      if (next === '"') return this.#string();
      if (next !== '{' && next !== '[') return this.#take(WORD) || this.#take(NUMBER) ? undefined : wrong;
      this.#at += 1;
      this.#open.push(next);
      if (this.#peek() === CLOSING[next]) {
        this.#close();
        return undefined;
      }
      const wrongKey = next === '{' ? this.#key(NO_NAME) : undefined;
      if (wrongKey) return wrongKey;
    }
  }

  /** Reads a key and its colon. */
  #key(unless: string): string | undefined {
    if (this.#peek() !== '"') return unless;
    const wrong = this.#string();
    if (wrong) return wrong;
    if (this.#peek() !== ':') return 'a colon is missing.';
    this.#at += 1;
    return undefined;
  }

  #string(): string | undefined {
    this.#at += 1;
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at] as string;
      if (sign === '"') {
        this.#at += 1;
        return undefined;
      }
      if (sign < ' ') return 'text must not contain a line break or tab. Write \\n or \\t.';
      if (sign !== '\\') continue;
      if (!this.#take(ESCAPE)) return 'this backslash begins no known sign. Write \\\\ for a backslash.';
      this.#at -= 1;
    }
    return ENDS;
  }

  #close(): void {
    this.#open.pop();
    this.#at += 1;
  }

  /** The next sign that is not white space. */
  #peek(): string | undefined {
    this.#take(SPACE);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found !== '';
  }
}

const CLOSING = { '{': '}', '[': ']' } as const;
