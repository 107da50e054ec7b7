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
import { allCampaignChanges, campaignChanges } from './campaign-changes.ts';

const byId = { unscheduleCampaign, pauseCampaign, resumeCampaign, cancelCampaign };

const DOES: Record<keyof typeof byId, string> = {
  unscheduleCampaign: 'Makes a scheduled campaign a draft again. One that recurs no longer does.',
  pauseCampaign: 'Pauses a campaign within seconds. Messages that are on their way still arrive.',
  resumeCampaign: 'Continues a campaign that was paused.',
  cancelCampaign: 'Ends a campaign for good. The messages that have not been sent are withheld.',
};

const ScheduleCampaignInput = builder.inputType('ScheduleCampaignInput', {
  description: 'When a campaign is sent. One that recurs has its times already: nothing is given then.',
  fields: (t) => ({
    at: t.string({
      description:
        'A moment with an offset (2026-12-01T09:00:00+01:00), or a local time without one (2026-12-01T09:00).',
    }),
    timezone: t.string({
      description:
        'Of a local time: an IANA time zone, or "recipient" for that of each recipient (theirs, else the team\'s).',
    }),
  }),
});

builder.mutationFields((t) => ({
  sendCampaign: t.field({
    type: Campaign,
    description:
      'Starts sending a draft. Its content is fixed from then on. One that recurs waits for its next occurrence.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => sendCampaign(scope, installation, id),
  }),
  scheduleCampaign: t.field({
    type: Campaign,
    description:
      'Has a draft sent at a time. Its content is fixed from then on; who gets it is decided when sending begins. One that recurs waits for its next occurrence.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ScheduleCampaignInput }) },
    resolve: (_, { id, input }, { scope, installation }) => scheduleCampaign(scope, installation, id, input),
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
      'The campaign, now and after each change, at most four times a second. Opens and clicks change it after it was sent, too: ends when the campaign is deleted, or ended before sending began.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => campaignChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('campaignChanged', (t) =>
  t.field({
    type: Campaign,
    description: 'Each campaign that changes from now on: that is sent or paused, moves on, or ends.',
    subscribe: (_, __, context) => allCampaignChanges(context),
    resolve: (changed) => changed,
  }),
);
