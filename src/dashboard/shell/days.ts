const DAY = /^\d{4}-\d\d-\d\d$/;

/** The beginning of a day of the address (2026-05-01) in the zone of who looks, or of the day after. Undefined: it is no day. */
export function beginningOf(day: string | undefined, after = 0): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + after);
  return moment.toISOString();
}
