import { toValue } from 'liquidjs';
import { argumentsOf, type FilterContext } from '../filter-context.ts';
import { LiquidNumber } from '../liquid-number.ts';
import { known } from '../message-language.ts';
import type { RenderingContext } from '../rendering-context.ts';
import { shownText } from '../shown-text.ts';
import { isZone, ShownTime, type Zone } from '../shown-time.ts';
import { strftime } from '../strftime.ts';

/** At the end of a time: Z, UTC, +09:00, or -0500, perhaps followed by the name of the zone. */
const OFFSET = /(?:\d|\s)(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?:\s*\([^()]*\))?\s*$/i;

interface Moment {
  moment: number;
  /** Minutes east of UTC, if the time has an offset. */
  offset?: number;
}

/** Reads seconds since 1970, "now", "today", and times in words as JavaScript does. A time without an offset is in UTC. */
function momentOf(value: unknown): Moment | undefined {
  const plain = value instanceof LiquidNumber ? value.valueOf() : (toValue(value) as unknown);
  if (typeof plain === 'number') return finite(plain * 1000);
  if (typeof plain !== 'string') return undefined;
  const text = plain.trim();
  if (/^(?:now|today)$/i.test(text)) return { moment: Date.now() };
  if (/^\d+$/.test(text)) return finite(Number(text) * 1000);
  const written = /\d:\d\d/.test(text) ? OFFSET.exec(text)?.[1] : undefined;
  if (written !== undefined) return withOffset(finite(Date.parse(text)), offsetIn(written));
  return finite(Date.parse(/T\d\d:\d\d/.test(text) ? `${text}Z` : `${text} UTC`)) ?? finite(Date.parse(text));
}

const finite = (moment: number): Moment | undefined =>
  Number.isNaN(new Date(moment).getTime()) ? undefined : { moment };

const withOffset = (moment: Moment | undefined, offset: number): Moment | undefined => moment && { ...moment, offset };

function offsetIn(written: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(written) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/** The person's zone, else the team's, else UTC. */
function usualZone({ environments }: RenderingContext): Zone {
  const { subscriber, team } = environments as Record<string, { timezone?: unknown } | undefined>;
  const zone = [subscriber?.timezone, team?.timezone].find((one) => typeof one === 'string' && isZone(one));
  return (zone as string | undefined) ?? 'UTC';
}

/** The zone from `given`, a name or minutes west of UTC. For an unknown one, the person's or the team's, with a warning. */
function zoneFor({ context, token }: FilterContext, given: readonly unknown[], offset = 0): Zone {
  if (given.length === 0) return offset;
  const zone = toValue(given[0]) as unknown;
  if (typeof zone === 'number') return -zone;
  const name = shownText(zone).trim();
  if (name !== '' && isZone(name)) return name;
  if (name !== '') context.remark(`${token.getText()} has an unknown time zone: ${name.slice(0, 40)}.`);
  return usualZone(context);
}

function write(
  filter: FilterContext,
  value: unknown,
  format: string,
  zone: readonly unknown[],
  language: string,
): unknown {
  const found = momentOf(value);
  if (!found) return value;
  const text = strftime(new ShownTime(found.moment, zoneFor(filter, zone, found.offset)), format, language);
  filter.context.memoryLimit.use(text.length);
  return text;
}

/**
 * `{{ event.starts_at | date: "%A, %-d %B", subscriber.timezone }}`. Returns the value unchanged without a format, or if it
 * is not a time.
 */
function date(this: FilterContext, value: unknown, ...given: unknown[]): unknown {
  const { named, positional } = argumentsOf(this, given);
  const [format, ...zone] = positional;
  const written = shownText(format);
  this.context.memoryLimit.use(written.length);
  if (written === '') return value;
  return write(this, value, written, zone, known(named.locale) ?? this.context.language);
}

/**
 * A date in a fixed form, as in Jekyll. `type`: "ordinal" for "7th November 2026", and with "US" for "November 7th, 2026".
 */
const inWords = (month: string) =>
  function (this: FilterContext, value: unknown, type?: unknown, style?: unknown): unknown {
    const american = `${month} %-d%q, %Y`;
    const ordinal = style === 'US' ? american : `%-d%q ${month} %Y`;
    return write(this, value, type === 'ordinal' ? ordinal : `%d ${month} %Y`, [], this.context.language);
  };

const fixed = (format: string) =>
  function (this: FilterContext, value: unknown): unknown {
    return write(this, value, format, [], 'en');
  };

export const DATE_FILTERS = {
  date,
  date_to_xmlschema: fixed('%Y-%m-%dT%H:%M:%S%:z'),
  date_to_rfc822: fixed('%a, %d %b %Y %H:%M:%S %z'),
  date_to_string: inWords('%b'),
  date_to_long_string: inWords('%B'),
};
