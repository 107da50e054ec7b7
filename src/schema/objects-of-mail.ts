import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { loadIfAny } from './loaders.ts';
import { Template } from './template.ts';
import { TransactionalMail } from './transactional-mail.ts';

/** Objects beside the ids of a transactional e-mail, whose types know it themselves. */
builder.prismaObjectFields(TransactionalMail, (t) => ({
  template: t.field({
    type: Template,
    nullable: true,
    description:
      'The template as it is now. Null for an e-mail with its own content, and once the template is deleted.',
    resolve: ({ templateId }, _, { loaders }) => loadIfAny(loaders.template, templateId),
  }),
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'The campaign of this test e-mail. Null for any other e-mail, and once the campaign is deleted.',
    resolve: ({ campaignId }, _, { loaders }) => loadIfAny(loaders.campaign, campaignId),
  }),
}));
