import type { Block } from '../compiling/blocks/document.ts';
import { button, frame, hero, kicker, picture, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

const column = (image: string, alt: string, title: string, text: string, url: string) => ({
  width: 50,
  blocks: [
    { type: 'image', src: picture(image), alt, href: url },
    { type: 'heading', level: 3, text: title },
    { type: 'text', text: `${text} [Read more](${url})`, size: 15 },
  ] satisfies Block[],
});

export const newsletterMagazine: ReadyMade = {
  key: 'newsletter-magazine',
  name: 'Newsletter: magazine',
  description: 'A main story with a picture, two smaller ones side by side, a customer quote and a video.',
  subject: 'From field to loaf: the autumn issue',
  document: frame({
    preheader: 'A morning at the mill, two recipes and a video.',
    because: SUBSCRIBED,
    blocks: [
      {
        type: 'section',
        background: 'page',
        blocks: [
          {
            type: 'menu',
            links: [
              { text: 'Shop', href: 'https://shop.example/shop' },
              { text: 'Recipes', href: 'https://shop.example/recipes' },
              { text: 'About us', href: 'https://shop.example/about' },
            ],
          },
        ],
      },
      hero('hero-mill', 'A windmill above the fields'),
      kicker('The story'),
      { type: 'heading', text: 'A morning at the mill' },
      {
        type: 'text',
        text: 'Flour is only as good as the stones that grind it. We got up at four to see how the miller dresses them, and learned why patience is an ingredient.',
      },
      button('Read the story', 'https://shop.example/stories/mill'),
      { type: 'divider', color: '#e4e0d8' },
      {
        type: 'columns',
        columns: [
          column(
            'product-rye',
            'A dark loaf of rye bread',
            'Rye, three ways',
            'Toasted, in a soup and as a cake.',
            'https://shop.example/recipes/rye',
          ),
          column(
            'product-jam',
            'A jar of jam',
            'Plums for the winter',
            'A jam with little sugar and some thyme.',
            'https://shop.example/recipes/plums',
          ),
        ],
      },
      {
        type: 'quote',
        text: 'I drive twenty minutes for this bread, and I would drive forty.',
        author: 'Margaret, every Saturday',
      },
      { type: 'divider', color: '#e4e0d8' },
      { type: 'heading', level: 2, text: 'One minute at the oven' },
      {
        type: 'video',
        src: picture('hero-video'),
        alt: 'The oven, with the first loaves in it',
        href: 'https://shop.example/films/oven',
        text: 'Watch the video',
      },
    ],
  }),
  variables: UNSUBSCRIBE,
};
