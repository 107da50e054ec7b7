/** The zone of a shown time: an IANA name, or minutes east of UTC. */
export type Zone = string | number;

const MINUTE = 60_000;
const MOST_FORMATS = 200;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes as long as rendering a message. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const found = formats.get(key);
  if (found) return found;
  if (formats.size >= MOST_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Whether a zone exists: "Europe/Berlin", "UTC". */
export function isZone(zone: string): boolean {
  try {
    dateFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A moment, with its local time in a zone. */
export class ShownTime {
  /** Milliseconds since 1970. */
  readonly moment: number;
  /** The local time as if it were UTC: read it by getUTC…. */
  readonly local: Date;
  readonly zone: Zone;

  constructor(moment: number, zone: Zone) {
    this.moment = moment;
    this.zone = zone;
    this.local = new Date(moment + (typeof zone === 'number' ? zone : offsetOf(zone, moment)) * MINUTE);
  }

  /** Minutes east of UTC. */
  get offset(): number {
    return Math.round((this.local.getTime() - this.moment) / MINUTE);
  }

  /** The short name of the zone: "CET", "UTC", or its offset. */
  zoneName(language: string): string {
    if (this.zone === 0 || this.zone === 'UTC') return 'UTC';
    if (typeof this.zone === 'number') return writtenOffset(this.zone, ':');
    const parts = dateFormat(language, { timeZone: this.zone, timeZoneName: 'short' }).formatToParts(this.moment);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
  }
}

/** `+0900`, or with a colon `+09:00`. */
export function writtenOffset(minutes: number, colon: string): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${colon}${String(rest).padStart(2, '0')}`;
}

function offsetOf(zone: string, moment: number): number {
  if (zone === 'UTC') return 0;
  const parts = dateFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  }).formatToParts(moment);
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '0';
  const year = of('era') === 'BC' ? 1 - Number(of('year')) : Number(of('year'));
  const local = new Date(0);
  local.setUTCFullYear(year, Number(of('month')) - 1, Number(of('day')));
  local.setUTCHours(Number(of('hour')), Number(of('minute')), Number(of('second')));
  return Math.round((local.getTime() - Math.floor(moment / 1000) * 1000) / MINUTE);
}
