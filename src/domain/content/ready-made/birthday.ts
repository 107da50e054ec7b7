import { button, frame, hero, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const birthday: ReadyMade = {
  key: 'birthday',
  name: 'Happy birthday',
  description: 'Sent on the birthday, with a sample gift. Replace it with your own.',
  subject: 'Happy birthday{% if subscriber.first_name %}, {{ subscriber.first_name }}{% endif %}!',
  document: frame({
    preheader: 'There is a gift inside.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-gift', 'A gift with a ribbon'),
      {
        type: 'heading',
        text: 'Happy birthday{% if subscriber.first_name %}, {{ subscriber.first_name }}{% endif %}!',
        align: 'center',
      },
      {
        type: 'text',
        text: 'Today the cake is on us. Show this code at the counter, or use it in the shop:',
        align: 'center',
      },
      { type: 'coupon', text: 'One piece of cake', code: 'MYDAY', note: 'Valid for two weeks.' },
      button('Choose your cake', 'https://shop.example/cakes', 'center'),
      { type: 'text', text: 'All the best,\\\nall of us at {{ team.name }}', align: 'center' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
