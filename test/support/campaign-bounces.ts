import { startJobs } from '../../src/jobs/start.ts';
import { subscribeMany } from './audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from './campaigns.ts';
import type { FeedbackApp, SentMail } from './feedback.ts';

/** Sends a campaign to new people on the list; returns each one's message as sent, in their order. */
export async function sendCampaign({ api, inbox, list }: FeedbackApp, emails: string[]): Promise<SentMail[]> {
  await subscribeMany(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  await api.rest('POST', '/templates', TEMPLATE);
  const jobs = startJobs(api.installation);
  const campaign = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  await untilEnded(api, campaign);
  await jobs.stop();
  const sent: SentMail[] = [];
  for (const to of emails) {
    const [{ envelope, raw, mail }] = (await inbox.mailTo(to)) as [Awaited<ReturnType<typeof inbox.mailTo>>[0]];
    sent.push({ id: mail.messageId!.replace(/^<|@.*/g, ''), to, returnPath: envelope.from, raw });
  }
  return sent;
}

/** The team's events about a campaign message besides sent: bounces with their causes. */
export async function bouncesOf({ api }: FeedbackApp, { id }: SentMail): Promise<{ type: string; cause: string }[]> {
  const { body } = await api.rest('GET', `/messages/${id}/timeline`);
  const entries: { type: string; cause: string }[] = body.data.timeline ?? body.data;
  return entries.filter(({ type }) => type.includes('bounced')).map(({ type, cause }) => ({ type, cause }));
}
