import { letter, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

const ANSWERS = [1, 2, 3, 4, 5].map((points) => ({
  text: String(points),
  href: `https://shop.example/survey/${points}`,
}));

export const survey: ReadyMade = {
  key: 'survey',
  name: 'One question',
  description: 'A question that is answered with one click. Put your own question and links in.',
  subject: 'One question, one click',
  document: letter({
    preheader: 'How likely are you to recommend us?',
    because: SUBSCRIBED,
    blocks: [
      { type: 'heading', text: 'How likely are you to recommend us to a friend?', align: 'center' },
      { type: 'text', text: 'One click is an answer. We read all of them.', align: 'center' },
      { type: 'menu', links: ANSWERS, boxed: true },
      { type: 'text', text: '1: not at all. 5: certainly.', color: 'quiet', size: 14, align: 'center' },
      { type: 'text', text: 'Thank you,\\\nall of us at {{ team.name }}', align: 'center' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
