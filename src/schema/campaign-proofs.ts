import { type CampaignCheck, checkCampaign } from '../domain/campaigns/check-campaign.ts';
import { previewCampaign } from '../domain/campaigns/preview-campaign.ts';
import { testCampaign } from '../domain/campaigns/test-campaign.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { Issue } from './issue.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TransactionalMail } from './transactional-mail.ts';

const Check = builder.objectRef<CampaignCheck>('CampaignCheck').implement({
  description: 'Whether a draft can be sent.',
  fields: (t) => ({
    recipientsCount: t.exposeInt('recipientsCount', { description: 'People to whom it would be sent now.' }),
    ready: t.exposeBoolean('ready'),
    problems: t.expose('problems', { type: [Issue], description: 'For these reasons `sendCampaign` would fail.' }),
    warnings: t.expose('warnings', { type: [Issue] }),
  }),
});

const TestCampaignInput = builder.inputType('TestCampaignInput', {
  fields: (t) => ({
    to: t.stringList({ required: true, description: 'From 1 to 10 addresses.' }),
    asId: t.id({
      description:
        'The subscriber of the list as whom it is written. Default: the address itself if it is on the list, else an example of a person.',
    }),
    variant: t.int({ description: 'The number of a variant of the campaign, from 1.' }),
  }),
});

builder.queryFields((t) => ({
  checkCampaign: t.field({
    type: Check,
    nullable: true,
    description: 'Checks a draft without sending it. Fails with CONFLICT unless it is a draft.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => orNull(checkCampaign(scope, installation, id)),
  }),
  previewCampaign: t.field({
    type: RenderedMail,
    nullable: true,
    description:
      'Renders a campaign as a subscriber of the list gets it, with links that lead nowhere: as it was fixed when sending began, before that with its template as it is now.',
    args: {
      id: t.arg.id({ required: true }),
      subscriberId: t.arg.id({ description: 'Default: the first recipient, and without any an example of a person.' }),
      variant: t.arg.int({ description: 'The number of a variant of the campaign, from 1.' }),
    },
    resolve: (_, { id, ...request }, { scope, installation }) =>
      orNull(previewCampaign(scope, id, request, installation)),
  }),
}));

builder.mutationFields((t) => ({
  testCampaign: t.field({
    type: [TransactionalMail],
    description:
      'Sends a campaign as a test to each address, built as its messages are. The subject begins with "[Test]". Its links work and count nothing.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: TestCampaignInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => testCampaign(scope, id, input, installation.links),
  }),
}));
