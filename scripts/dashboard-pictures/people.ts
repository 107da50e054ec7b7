const FIRST =
  'Ada Bruno Carla David Elif Farid Greta Hugo Ines Jonas Klara Luis Mina Noor Olga Pavel Quinn Rosa Sven Tara'.split(
    ' ',
  );
const LAST =
  'Albrecht Benitez Castro Dubois Evans Fischer Garcia Hansen Ivanova Jensen Kaya Larsen Moreau Novak Okafor Petrov Quist Rossi Schmidt Tanaka'.split(
    ' ',
  );
const HOUSES = ['web.example', 'mail.example', 'post.example', 'home.example', 'letters.example'];
const CITIES = ['Amsterdam', 'Haarlem', 'Utrecht', 'Leiden', 'Amsterdam', 'Zaandam'];
const FAVOURITES = ['Rye', 'Sourdough', 'Baguette', 'Croissant'];
const TAGS = ['regular', 'gift buyer', 'course', 'wholesale'];

/** How many people have distinct names. */
export const MOST_PEOPLE = FIRST.length * LAST.length * HOUSES.length;

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

/** Customer `number` of the bakery, always the same. */
export function customer(number: number) {
  const first = pick(FIRST, number * 7);
  const last = pick(LAST, number * 3 + Math.floor(number / FIRST.length));
  return {
    email: `${first}.${last}@${pick(HOUSES, Math.floor(number / (FIRST.length * LAST.length)))}`.toLowerCase(),
    first_name: first,
    last_name: last,
    locale: number % 9 === 0 ? 'nl' : 'en',
    tags: TAGS.filter((_, index) => number % (index * 4 + 3) === 0),
    attributes: { city: pick(CITIES, number), favourite: pick(FAVOURITES, number >> 1), orders: number % 14 },
  };
}

/** Their events of the last month, as a batch. `now` in milliseconds. */
export function eventsOf(number: number, now: number): object[] {
  const { email } = customer(number);
  const at = (days: number) => new Date(now - (days * 24 + ((number * 37) % 240) / 10) * 3_600_000).toISOString();
  const product = pick(FAVOURITES, number);
  return [
    { email, name: 'product.viewed', properties: { product, price: 4.2 }, occurred_at: at(number % 28) },
    ...(number % 7 === 0
      ? [
          {
            ...{
              email,
              name: 'order',
              value: 900 + ((number * 131) % 5200),
              currency: 'EUR',
              reference: `order-${4000 + number}`,
            },
            ...{
              properties: { items: [product, 'Apron'].slice(0, 1 + (number % 2)) },
              occurred_at: at((number * 5) % 28),
            },
          },
        ]
      : []),
    ...(number % 23 === 0
      ? [{ email, name: 'cart.abandoned', properties: { items: [{ name: product, quantity: 2, price: '€ 4.20' }] } }]
      : []),
  ];
}
