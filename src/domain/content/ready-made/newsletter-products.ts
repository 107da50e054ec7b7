import { button, frame, hero, picture, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

const product = (image: string, name: string, price: string, alt: string) => ({
  src: picture(image),
  alt,
  name,
  price,
  href: `https://shop.example/${image}`,
});

export const newsletterProducts: ReadyMade = {
  key: 'newsletter-products',
  name: 'Newsletter: products',
  description: 'A grid of products with pictures and prices, and a discount code.',
  subject: 'This week from the oven',
  document: frame({
    preheader: 'Four of our favourites, and a discount on your next order.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-basket', 'A basket with three loaves of bread'),
      { type: 'heading', text: 'This week from the oven' },
      { type: 'text', text: 'Four of our favourites, baked from Thursday to Saturday.' },
      {
        type: 'products',
        columns: 2,
        items: [
          product('product-sourdough', 'Wheat sourdough, 1 kg', '€ 6.20', 'A round loaf of wheat bread'),
          product('product-rye', 'Rye loaf, 750 g', '€ 4.90', 'A dark loaf of rye bread'),
          product('product-croissant', 'Butter croissant', '€ 2.45', 'A croissant'),
          product('product-jam', 'Plum jam, 220 g', '€ 5.50', 'A jar of jam'),
        ],
      },
      {
        type: 'coupon',
        text: 'Ten per cent off your next order',
        code: 'AUTUMN10',
        note: 'Until Sunday. One use per person.',
      },
      button('Visit the shop', 'https://shop.example/shop'),
    ],
  }),
  variables: UNSUBSCRIBE,
};
