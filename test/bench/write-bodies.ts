const CITIES = ['Köln', 'Wien', 'Zürich', 'Bern', 'Graz'];

/** The body of a sign-up form; `n` makes the address. */
export const signUp = (n: number) => ({
  email: `n${n}@people-${n % 50}.example.com`,
  first_name: `First${n % 1000}`,
  last_name: `Last${n % 3000}`,
  tags: ['newsletter'],
  attributes: { city: CITIES[n % CITIES.length], source: n % 2 === 0 ? 'footer' : 'checkout' },
});

/** The body of a shop's update of a person. */
const personChange = (n: number) => ({
  first_name: `Known${n % 1000}`,
  attributes: { orders: String(n), city: CITIES[n % CITIES.length] },
});

export const TEMPLATE = {
  ...{ name: 'order-shipped', editor: 'html', subject: 'Your order {{ order }} is on its way' },
  content: '<p>Hello {{ name }}, your order {{ order }} is on its way.</p>',
};

const DAY_MS = 86_400_000;
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();

/** An e-mail about one order, made from a template. */
const mail = (n: number) => ({
  template: TEMPLATE.name,
  from: 'shop@shop.example.com',
  to: [`n${n % 20_000}@people-${n % 50}.example.com`],
  variables: { order: `SO-${n}`, name: `First${n % 1000}` },
  send_at: TOMORROW,
});

/** By the word in a load. */
export const BODIES = { signUp, personChange, mail };
