import { Automation } from './automation.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { loadIfAny } from './loaders.ts';
import { TransactionalMail } from './transactional-mail.ts';

builder.prismaObjectField(TransactionalMail, 'automation', (t) =>
  t.field({
    type: Automation,
    nullable: true,
    description: 'The automation that sent the e-mail. Null once it is deleted.',
    resolve: ({ automationId }, _, { loaders }) => loadIfAny(loaders.automation, automationId),
  }),
);

builder.objectField(CampaignMessage, 'automation', (t) =>
  t.field({
    type: Automation,
    nullable: true,
    description: 'The automation that sent the message. Null once it is deleted.',
    resolve: ({ automationId }, _, { loaders }) => loadIfAny(loaders.automation, automationId),
  }),
);
