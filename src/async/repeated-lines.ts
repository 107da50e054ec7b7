import { Repeats } from './repeats.ts';

/** How often repeated lines are counted. */
const COUNTED_MS = 10_000;

/**
 * How many lines are distinguished by their reasons. There are some hundred messages; a reason may be any text of a mail server.
 */
const MOST_WITH_REASONS = 200;

interface Line {
  level: number;
  message: string;
  reason: string | undefined;
}

/** The parts of a logger's arguments that make lines equal: the message and the reason. Ids differ in every line of an outage. */
export function lineOf([first, second]: readonly unknown[], level: number): Line {
  if (typeof first !== 'object' || first === null) return { level, message: String(first), reason: undefined };
  const { reason, err, error, message } = first as Record<string, unknown>;
  const why = reason ?? messageOf(err) ?? messageOf(error);
  return { level, message: String(second ?? message), reason: why === undefined ? undefined : String(why) };
}

const messageOf = (error: unknown): unknown => (error instanceof Error ? error.message : undefined);

/** Lets a line pass that was not logged in the last ten seconds, and counts the others. */
export class RepeatedLines {
  readonly #repeats = new Repeats(COUNTED_MS);

  /** Whether to write the line. `report` writes how often it was suppressed. */
  passes({ level, message, reason }: Line, report: (counted: object) => void): boolean {
    const isApart = reason !== undefined && this.#repeats.kinds < MOST_WITH_REASONS;
    const known = isApart ? { reason } : {};
    return this.#repeats.passes(JSON.stringify([level, message, known]), (repeated) =>
      report({ ...known, repeated, seconds: COUNTED_MS / 1_000 }),
    );
  }

  /** Writes outstanding counts, before the process ends. */
  flush(): void {
    this.#repeats.flush();
  }
}
