import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../support/audience.ts';
import { HARD, SOFT } from '../../support/bounces.ts';
import { bouncesOf, sendCampaign } from '../../support/campaign-bounces.ts';
import { type FeedbackApp, openFeedbackApp, type SentMail } from '../../support/feedback.ts';

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp({}, { open: PEOPLE });
});
afterAll(() => feedbackApp.close());

const PEOPLE = 50;

/** Each layout is a real one, hard and soft in turn. */
const LAYOUTS = Array.from({ length: PEOPLE }, (_, index) => {
  const [samples, kind] = index % 2 === 0 ? ([HARD, 'hard'] as const) : ([SOFT, 'soft'] as const);
  return { kind, sample: samples[(index >> 1) % samples.length]![1] };
});

test('fifty simultaneous bounces of a campaign are each recorded for their person, hard or soft', async () => {
  const emails = rowsOf(PEOPLE + 1, 'reader').map(({ email }) => email);
  const sent = await sendCampaign(feedbackApp, emails);
  const [untouched] = sent.splice(PEOPLE) as [SentMail];
  expect(new Set(sent.map(({ returnPath }) => returnPath)).size).toBe(PEOPLE);
  const answers = await Promise.all(
    sent.map((mail, index) => feedbackApp.sendToListener(mail.returnPath, LAYOUTS[index]!.sample(mail))),
  );
  expect(new Set(answers)).toEqual(new Set([250]));
  for (const [index, mail] of sent.entries()) {
    const type = LAYOUTS[index]!.kind === 'hard' ? 'bounced' : 'soft_bounced';
    expect(
      (await bouncesOf(feedbackApp, mail)).map((entry) => entry.type),
      mail.to,
    ).toEqual([type]);
  }
  expect(await bouncesOf(feedbackApp, untouched)).toEqual([]);
  const { body } = await feedbackApp.api.rest('GET', '/suppressions?per_page=100');
  const suppressed = body.data.map(({ email }: { email: string }) => email).sort();
  const hard = sent.filter((_, index) => LAYOUTS[index]!.kind === 'hard').map(({ to }) => to);
  expect(suppressed).toEqual(hard.sort());
  const people = await feedbackApp.api.rest(
    'GET',
    `/lists/${feedbackApp.list}/subscribers?status=bounced&per_page=100`,
  );
  expect(people.body.data.map(({ email }: { email: string }) => email).sort()).toEqual(hard.sort());
});
