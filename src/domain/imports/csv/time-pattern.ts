const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?`;
const HALF = String.raw`(?: ?(?<half>[ap])\.?m\.?)?`;
const ZONE = String.raw`(?: ?(?<zone>Z|UTC|GMT|(?:GMT|UTC)?[+-]\d\d(?::?\d\d)?)(?: (?:[A-Z]{2,5}|[+-]\d\d\d?\d?|\([^()]*\)))?)?`;
/** A pattern with groups for a time after a date: `18:30`, `18:30:15`, `5:30 PM`, with or without an offset. */
export const TIME = `${CLOCK}${HALF}${ZONE}`;
