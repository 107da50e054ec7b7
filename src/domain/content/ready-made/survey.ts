import { frame, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

const ANSWERS = [1, 2, 3, 4, 5].map((points) => ({
  text: String(points),
  href: `https://shop.example/survey/${points}`,
}));

export const survey: ReadyMade = {
  key: 'survey',
  name: 'Survey',
  description: 'A question that people answer with one click. Add your own question and links.',
  subject: 'One question, one click',
  document: frame({
    preheader: 'How likely are you to recommend us?',
    because: SUBSCRIBED,
    blocks: [
      { type: 'heading', text: 'How likely are you to recommend us to a friend?', align: 'center' },
      { type: 'text', text: 'Answer with one click. We read every answer.', align: 'center' },
      { type: 'menu', links: ANSWERS, boxed: true },
      { type: 'text', text: '1: not at all likely. 5: very likely.', color: 'quiet', size: 14, align: 'center' },
      { type: 'text', text: 'Thank you,\\\nall of us at {{ team.name }}', align: 'center' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
