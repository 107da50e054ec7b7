import { Automation } from './automation.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { Attribution } from './conversion.ts';
import { loadIfAny } from './loaders.ts';
import { Engagement, Sale } from './person.ts';
import { TransactionalMail } from './transactional-mail.ts';

interface Sent {
  sender: string | null;
  senderId: string | null;
  /** The automation's e-mail. */
  emailId: string | null;
}

const sentBy = ({ sender, senderId }: Sent, kind: string): string | null => (sender === kind ? senderId : null);

/** The sender of the opened, clicked or credited e-mail. */
for (const type of [Attribution, Sale, Engagement]) {
  builder.objectFields(type, (t) => ({
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The campaign that sent the e-mail, if any.',
      resolve: (row, _, { loaders }) => loadIfAny(loaders.campaign, sentBy(row, 'campaign')),
    }),
    automation: t.field({
      type: Automation,
      nullable: true,
      description: 'The automation that sent the e-mail, if any.',
      resolve: (row, _, { loaders }) => loadIfAny(loaders.automation, sentBy(row, 'automation')),
    }),
    transactionalMail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'The e-mail, if it is transactional.',
      resolve: (row, _, { loaders }) =>
        loadIfAny(loaders.transactionalMail, sentBy(row, 'transactional') ?? row.emailId),
    }),
  }));
}
