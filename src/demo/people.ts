/** Invented customers of a bakery, the same each time, so that two demos can be compared. */
const FIRST =
  'Ada Bruno Carla Dmitri Elif Farid Greta Hugo Ines Jonas Kaya Luis Mina Noor Olga Pavel Quinn Rosa Sven Tara'.split(
    ' ',
  );
const LAST =
  'Albrecht Benitez Castro Dubois Evans Fischer Garcia Hansen Ivanova Jensen Kaya Larsen Moreau Novak Okafor Petrov Quist Rossi Schmidt Tanaka'.split(
    ' ',
  );
/** Names that nobody can register (RFC 2606), so that no e-mail of the demo reaches anybody. */
const HOUSES = ['web.example', 'mail.example', 'post.example', 'home.example', 'letters.example'];
const LOCALES = ['en', 'en-GB', 'de', 'fr', 'es', 'pt-BR'];
const ZONES = ['Europe/London', 'Europe/Berlin', 'Europe/Paris', 'America/New_York', 'America/Sao_Paulo', 'Asia/Tokyo'];
const CITIES = ['Amsterdam', 'Haarlem', 'Utrecht', 'Leiden', 'Amsterdam', 'Zaandam'];
const FAVOURITES = ['Rye', 'Sourdough', 'Baguette', 'Croissant'];
export const TAGS = ['vip', 'regular', 'gift buyer', 'course', 'wholesale'];

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

/** The batch row of customer `number`, at one of the demo's domains. */
export const demoPerson = (number: number) => personAt(number, HOUSES);

/** The batch row of customer `number` at one of the given domains. */
export function personAt(number: number, houses: readonly string[]) {
  const firstName = pick(FIRST, number * 7);
  const lastName = pick(LAST, number * 3 + Math.floor(number / FIRST.length));
  return {
    email: `${firstName}.${lastName}.${number}@${pick(houses, number >> 1)}`.toLowerCase(),
    firstName,
    lastName,
    locale: pick(LOCALES, number * 5 + (number >> 3)),
    timezone: pick(ZONES, number + (number >> 2)),
    tags: TAGS.filter((_, index) => number % (index * 3 + 4) === 0),
    attributes: { city: pick(CITIES, number), favourite: pick(FAVOURITES, number >> 1), orders: number % 14 },
  };
}

/** The customers of a shop: customer `number`, and how many there are. */
export interface Customers {
  count: number;
  person: (number: number) => ReturnType<typeof demoPerson>;
}
