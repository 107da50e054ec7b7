// Loaded into a process by NODE_OPTIONS=--import: its clock is CLOCK_AHEAD_MS ahead of the machine's, or behind it.
const ahead = Number(process.env.CLOCK_AHEAD_MS);

globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [real.now() + ahead], made),
  apply: (real) => new real(real.now() + ahead).toString(),
  get: (real, key) => (key === 'now' ? () => real.now() + ahead : Reflect.get(real, key)),
});
