import type { CampaignMessage as SentCampaign } from '../domain/insight/campaign-messages.ts';
import { builder } from './builder.ts';
import { MessageState } from './message.ts';

export const CampaignMessage = builder.objectRef<SentCampaign>('CampaignMessage').implement({
  description: "A campaign's message to a person.",
  fields: (t) => ({
    id: t.exposeID('id'),
    campaignId: t.exposeID('campaignId'),
    campaign: t.exposeString('campaign', { description: 'Its name.' }),
    state: t.field({ type: MessageState, resolve: ({ state }) => state as never }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
