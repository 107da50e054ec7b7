import { button, ending, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const announcement: ReadyMade = {
  key: 'announcement',
  name: 'Product news',
  description:
    'One thing that is new, and why it matters. Needs product: {name, summary, points: [text], url, image?}.',
  subject: 'New: {{ product.name }}',
  document: {
    settings: look('{{ product.summary }}'),
    blocks: [
      ...masthead,
      { type: 'text', text: 'New at {{ team.name }}', color: '#6b6a66', size: 14 },
      { type: 'heading', text: '{{ product.name }}' },
      {
        type: 'if',
        test: 'product.image',
        blocks: [{ type: 'image', src: '{{ product.image }}', alt: '{{ product.name }}', href: '{{ product.url }}' }],
      },
      { type: 'text', text: '{{ product.summary }}' },
      { type: 'heading', level: 3, text: 'What it changes for you' },
      { type: 'html', html: '<ul>{% for point in product.points %}<li>{{ point }}</li>{% endfor %}</ul>' },
      button('See how it works', '{{ product.url }}'),
      { type: 'text', text: 'Questions? Answer this e-mail, it reaches the people who built it.' },
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: {
    product: {
      name: 'The weekly bread basket',
      summary: 'Choose your loaves once, and change them whenever you like: they wait for you every Saturday morning.',
      points: [
        'No queue: your basket is packed before we open.',
        'Skip a week with one click, also at short notice.',
        'What is left over goes to the neighbourhood kitchen.',
      ],
      url: 'https://shop.example/basket',
      image: 'https://shop.example/images/basket.jpg',
    },
    unsubscribe_url: 'https://shop.example/unsubscribe',
  },
};
