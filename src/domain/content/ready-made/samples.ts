/** The sample shop's goods, as items of a cart or an order. */
export const ITEMS = [
  { name: 'Rye loaf, 750 g', quantity: 2, price: '€ 9.80', image: 'pictures:product-rye' },
  { name: 'Butter croissant', quantity: 3, price: '€ 7.35', image: 'pictures:product-croissant' },
];

export const UNSUBSCRIBE = { unsubscribe_url: 'https://shop.example/unsubscribe' };

/** A sample order. */
export const ORDER = {
  number: '2041',
  url: 'https://shop.example/orders/2041',
  total: '€ 21.10',
  subtotal: '€ 17.15',
  shipping: '€ 3.95',
  tax: '€ 1.74',
  address: 'Ann Miller\nLong Street 12\n1011 Amsterdam',
  items: ITEMS,
};
