import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendCampaign,
  unscheduleCampaign,
} from '../domain/campaigns/send-campaign.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { allCampaignChanges, campaignChanges } from './streams.ts';

const byId = { unscheduleCampaign, pauseCampaign, resumeCampaign, cancelCampaign };

const DOES: Record<keyof typeof byId, string> = {
  unscheduleCampaign: 'Returns a scheduled campaign to draft. A recurring campaign stops recurring.',
  pauseCampaign: 'Pauses a campaign within seconds. Messages already in delivery still arrive.',
  resumeCampaign: 'Resumes a paused campaign.',
  cancelCampaign: 'Cancels a campaign for good. Unsent messages are skipped.',
};

const ScheduleCampaignInput = builder.inputType('ScheduleCampaignInput', {
  description: 'When to send a campaign. A recurring campaign has its own schedule, and takes no time.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the campaign.' }),
    at: t.field({
      type: 'DateTimeOrLocalDateTime',
      description:
        'A time with an offset (2026-12-01T09:00:00+01:00), or a local time without one (2026-12-01T09:00). Required unless the campaign recurs.',
    }),
    timezone: t.string({
      description:
        'For a local time: an IANA time zone, or "recipient" for each recipient\'s own (default: the team\'s).',
    }),
  }),
});

builder.mutationFields((t) => ({
  sendCampaign: t.field({
    type: Campaign,
    description: 'Starts sending a draft and fixes its content. A recurring campaign waits for its next occurrence.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => sendCampaign(scope, installation, id),
  }),
  scheduleCampaign: t.field({
    type: Campaign,
    description:
      'Schedules a draft and fixes its content. The recipients are determined when sending starts. A recurring campaign waits for its next occurrence.',
    args: { input: t.arg({ type: ScheduleCampaignInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      scheduleCampaign(scope, installation, id, input),
  }),
}));

for (const name of Object.keys(byId) as (keyof typeof byId)[]) {
  builder.mutationField(name, (t) =>
    t.field({
      type: Campaign,
      description: DOES[name],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }, { scope }) => byId[name](scope, id),
    }),
  );
}

builder.subscriptionField('campaignProgressed', (t) =>
  t.field({
    type: Campaign,
    description:
      'The campaign, now and after each change, at most four times a second. Continues after sending, for opens and clicks. Ends when the campaign is deleted, or cancelled before sending started.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => campaignChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('campaignChanged', (t) =>
  t.field({
    type: Campaign,
    description: 'Sends each campaign that starts, pauses, progresses or ends.',
    subscribe: (_, __, context) => allCampaignChanges(context),
    resolve: (changed) => changed,
  }),
);
