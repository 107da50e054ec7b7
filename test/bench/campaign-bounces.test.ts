import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bouncesOf, sendCampaign } from '../support/campaign-bounces.ts';
import { openFeedbackApp, type SentMail } from '../support/feedback.ts';

/**
 * Sends a campaign to fifty people over real SMTP, returns each message as a bounce message of the folder BOUNCES, and prints
 * whether it was recorded for its person, as `expected.json` there expects.
 */
interface Expected {
  file: string;
  recipients: { address: string; kind: string }[];
}

const PEOPLE = 50;
const TYPES: Record<string, string> = { hard: 'bounced', soft: 'soft_bounced' };

const folder = process.env.BOUNCES ?? 'test/fixtures/bounces';
const files = new Set(readdirSync(folder));
const expected: Expected[] = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const usable = expected.filter(
  ({ file, recipients }) => files.has(file) && recipients.length === 1 && TYPES[recipients[0]!.kind],
);
/** Spread over the folder, which is sorted by server. */
const samples = Array.from({ length: PEOPLE }, (_, index) => usable[Math.floor((index * usable.length) / PEOPLE)]!);

/** The bounce message as if for this message: with its person, and with the message itself if it returns one. */
function bounceMessageOf({ file, recipients }: Expected, mail: SentMail): string {
  const raw = readFileSync(join(folder, file), 'latin1').replace(/\r\n/g, '\n');
  const address = recipients[0]!.address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mine = raw.replace(new RegExp(address, 'gi'), mail.to);
  const returned = mail.raw.replaceAll('\r', '');
  const [head = '', ...rest] = mine.split('\n\n');
  const body = rest.join('\n\n');
  const part =
    /^(Content-Type: *(?:message\/rfc822|text\/rfc822-headers)[^\n]*\n(?:[^\n]+\n)*\n)[\s\S]*?(?=^--|(?![\s\S]))/im;
  const given = part.test(body)
    ? body.replace(part, (_, fields: string) => `${fields}${returned}\n`)
    : body.replace(/^(?:Return-Path|Received|DKIM-Signature|Message-ID): [\s\S]*/im, () => returned);
  return `${head}\n\n${given}`;
}

test('the messages of a campaign come back as these bounce messages, each for its person', async () => {
  const feedbackApp = await openFeedbackApp({}, { open: PEOPLE });
  const sent = await sendCampaign(
    feedbackApp,
    samples.map((_, index) => `reader${index}@people.test`),
  );
  const answers = await Promise.all(
    sent.map((mail, index) => feedbackApp.sendToListener(mail.returnPath, bounceMessageOf(samples[index]!, mail))),
  );
  expect(new Set(answers)).toEqual(new Set([250]));
  let [recorded, right] = [0, 0];
  for (const [index, mail] of sent.entries()) {
    const { file, recipients } = samples[index]!;
    const wanted = TYPES[recipients[0]!.kind];
    const [entry] = await bouncesOf(feedbackApp, mail);
    if (entry) recorded += 1;
    if (entry?.type === wanted) right += 1;
    else console.log(`${file}: ${wanted} is ${entry ? `${entry.type} (${entry.cause})` : 'nothing'}`);
  }
  console.log(`of ${PEOPLE} messages recorded for their person ${recorded}, as expected ${right}`);
  await feedbackApp.close();
});
