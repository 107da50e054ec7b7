import type { WAIT_REASONS, MessageWait as Wait } from '../domain/sending/waiting/why-waiting.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';

const MEANINGS: Readonly<Record<(typeof WAIT_REASONS)[number], string>> = {
  answer: 'It has been handed to the mail server, which has not answered yet.',
  connection: 'A worker prepares it and waits for a free connection to the mail server.',
  campaign_paused: 'Its campaign is paused.',
  ab_test: 'The winner of the A/B test has not been chosen yet.',
  scheduled: 'Its time has not come yet.',
  send_window: 'Its campaign may not send at this time of day.',
  campaign_pace: 'Its campaign has reached its messages per minute.',
  transport_paused: 'Sending by its transport is paused.',
  domain_paused: 'Sending to its recipient domain is paused.',
  domain_limit: 'The transport has reached its messages per minute for the recipient domain.',
  transport_limit: 'The transport has reached its messages per minute.',
  daily_limit: 'The transport has reached the daily limit of its warm-up.',
  retry: 'An attempt failed; see `reason` for the error.',
  next_attempt: 'It was put back, for example because its recipient domain was busy.',
  team_share: 'Other messages of the team use its share of the workers.',
  worker: 'No worker has taken it yet.',
};

const WaitReason = growingEnum(
  'WaitReason',
  'Why a message has not been sent yet. More may be added.',
  new Map(Object.entries(MEANINGS)),
);

export const MessageWait = builder.objectRef<Wait>('MessageWait').implement({
  description: 'Why a message has not been sent yet.',
  fields: (t) => ({
    reason: t.field({
      type: WaitReason.type,
      description: 'Why the message waits.',
      resolve: ({ why }) => WaitReason.known(why),
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'When the reason ends. Null: unknown. A pause may end earlier.',
    }),
  }),
});
