import { type CampaignCheck, checkCampaign } from '../domain/campaigns/check-campaign.ts';
import type { SpamScore } from '../domain/campaigns/preflight/rate-spam.ts';
import { previewCampaign } from '../domain/campaigns/preview-campaign.ts';
import { testCampaign } from '../domain/campaigns/test-campaign.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { Issue } from './issue.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TransactionalMail } from './transactional-mail.ts';
import { Warning, warnings } from './warning.ts';

const SpamRule = builder.objectRef<SpamScore['rules'][number]>('SpamRule').implement({
  description: 'A rule of a spam filter that a message matches.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "In the filter's own words, such as HTML_IMAGE_ONLY_08." }),
    score: t.exposeFloat('score', { description: 'The points that it adds. Negative: it speaks for the message.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the rule looks for. Null: the filter does not say.',
    }),
  }),
});

const SpamScoreRef = builder.objectRef<SpamScore>('SpamScore').implement({
  description: 'How a spam filter rates a message.',
  fields: (t) => ({
    score: t.exposeFloat('score', { description: 'The sum of the points of all rules. Lower is better.' }),
    threshold: t.exposeFloat('threshold', { description: 'From this score on, the filter calls a message spam.' }),
    rules: t.expose('rules', { type: [SpamRule], description: 'The matched rules, those with the most points first.' }),
  }),
});

const Check = builder.objectRef<CampaignCheck>('CampaignCheck').implement({
  description: 'Whether a draft is ready to send.',
  fields: (t) => ({
    recipientsCount: t.exposeInt('recipientsCount', { description: 'People who would get the campaign now.' }),
    ready: t.exposeBoolean('ready'),
    problems: t.expose('problems', { type: [Issue], description: 'Reasons for which `sendCampaign` would fail.' }),
    warnings: t.field({ type: [Warning], resolve: (check) => warnings(check.warnings) }),
    spamScore: t.field({
      type: SpamScoreRef,
      nullable: true,
      description:
        "How the installation's spam filter rates the message for the first recipient. Null without a spam filter (`SPAM_FILTER_URL`), or if it does not answer.",
      resolve: ({ spam }) => spam,
    }),
  }),
});

const TestCampaignInput = builder.inputType('TestCampaignInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the campaign.' }),
    to: t.field({ type: ['EmailAddress'], required: true, description: 'The addresses that get the test, 1 to 10.' }),
    asSubscriberId: t.id({
      description:
        'Personalises the test for this subscriber of the list. Default: the recipient if they are on the list, else an example person.',
    }),
    variant: t.int({ description: 'The variant number, starting at 1.' }),
  }),
});

builder.queryFields((t) => ({
  checkCampaign: t.field({
    type: Check,
    nullable: true,
    description: 'Checks a draft without sending it. Fails with CONFLICT (`NOT_DRAFT`) unless it is a draft.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => orNull(checkCampaign(scope, installation, id)),
  }),
  previewCampaign: t.field({
    type: RenderedMail,
    nullable: true,
    description:
      "Renders a campaign for a subscriber of the list, with inactive links. Before sending starts, it uses the template's current content; afterwards, the content fixed at the start.",
    args: {
      id: t.arg.id({ required: true }),
      subscriberId: t.arg.id({ description: 'Default: the first recipient, or an example person if there are none.' }),
      variant: t.arg.int({ description: 'The variant number, starting at 1.' }),
    },
    resolve: (_, { id, ...request }, { scope, installation }) =>
      orNull(previewCampaign(scope, id, request, installation)),
  }),
}));

builder.mutationFields((t) => ({
  testCampaign: t.field({
    type: [TransactionalMail],
    description:
      'Sends a test of the campaign to each address. The subject starts with "[Test]". Links work, but nothing is counted.',
    args: { input: t.arg({ type: TestCampaignInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      testCampaign(scope, id, input, installation.links),
  }),
}));
