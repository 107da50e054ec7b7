import { holdsRows } from './found-keys.ts';

/** Event names with a special meaning. */
const MEANT: readonly [name: string, alike: RegExp, meaning: string][] = [
  ['order', /^orders?$/, 'count as revenue'],
  ['cart.abandoned', /^(cartabandoned|abandonedcart)$/, 'start the ready-made automation for abandoned carts'],
];
/** The specified format of names. Names with other characters are refused, and could not be sent in a header. */
const VALID = /^[A-Za-z0-9 _.:-]{1,100}$/;
const MOST = 5;

/**
 * A hint for the sender of one event or a batch with names that almost match special ones: `Order`, `order `, `Cart
 * Abandoned`. They are recorded as sent, but do not count as revenue. Or for the sender of a list without its key. Undefined without
 * a hint.
 */
export function eventHint(body: unknown): string | undefined {
  if (holdsRows(body)) return SEVERAL;
  const { events, ...one } = Object(body) as { events?: unknown; name?: unknown };
  if (events === undefined && Object.values(one).some(holdsRows)) return SEVERAL;
  const rows: unknown[] = Array.isArray(events) ? events : [one];
  const names = new Set(rows.map((row) => (Object(row) as { name?: unknown }).name));
  const hints: string[] = [];
  for (const name of names) {
    const hint = hints.length < MOST && typeof name === 'string' && VALID.test(name) ? hintOn(name) : undefined;
    if (hint) hints.push(hint);
  }
  return hints.length > 0 ? hints.join(' ') : undefined;
}

const SEVERAL = 'Send several events as {"events": [...]}.';

function hintOn(name: string): string | undefined {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const [meant, , meaning] = MEANT.find(([exact, alike]) => name !== exact && alike.test(letters)) ?? [];
  return meant && `The event name "${name}" is not "${meant}". Only events named ${meant} ${meaning}.`;
}
