/** Invented customers of a shop, the same each time, so that two demos can be compared. */
const FIRST = [
  'Ada',
  'Bruno',
  'Carla',
  'Dmitri',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Luis',
  'Mina',
  'Noor',
  'Olga',
  'Pavel',
  'Quinn',
  'Rosa',
  'Sven',
  'Tara',
];
const LAST = [
  'Albrecht',
  'Benitez',
  'Castro',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ivanova',
  'Jensen',
  'Kaya',
  'Larsen',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quist',
  'Rossi',
  'Schmidt',
  'Tanaka',
];
const LOCALES = ['en', 'en-GB', 'de', 'fr', 'es', 'pt-BR'];
const ZONES = ['Europe/London', 'Europe/Berlin', 'Europe/Paris', 'America/New_York', 'America/Sao_Paulo', 'Asia/Tokyo'];
const TAGS = ['vip', 'newsletter', 'wholesale', 'beta', 'autumn sale', 'gift buyer'];

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

/** The batch row of person number `number`. */
export function demoPerson(number: number) {
  const firstName = pick(FIRST, number * 7);
  const lastName = pick(LAST, number * 3 + Math.floor(number / 20));
  return {
    email: `${firstName}.${lastName}.${number}@example.com`.toLowerCase(),
    firstName,
    lastName,
    locale: pick(LOCALES, number * 5 + (number >> 3)),
    timezone: pick(ZONES, number + (number >> 2)),
    tags: TAGS.filter((_, index) => number % (index * 3 + 4) === 0),
    attributes: {
      city: pick(['Berlin', 'London', 'Paris', 'Porto', 'Tokyo'], number),
      shoe_size: String(36 + (number % 12)),
    },
  };
}

/** The same person's events, as rows of an event batch. */
export function demoEvents(number: number, now: Date) {
  const { email } = demoPerson(number);
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const events: object[] = [
    { email, name: 'page.viewed', properties: { path: '/shoes' }, occurredAt: daysAgo(number % 60) },
  ];
  if (number % 3 === 0) {
    const items = [{ sku: `SHOE-${number % 40}`, quantity: 1 + (number % 2) }];
    events.push({
      email,
      name: 'order',
      value: 1990 + (number % 80) * 100,
      currency: 'EUR',
      reference: `demo-order-${number}`,
      properties: { items },
      occurredAt: daysAgo(number % 45),
    });
  }
  if (number % 11 === 0)
    events.push({ email, name: 'cart.abandoned', properties: { total: 4990 }, occurredAt: daysAgo(number % 20) });
  return events;
}
