import { listAudience } from '../domain/campaigns/audience.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

builder.prismaObjectField(Campaign, 'audience', (t) =>
  t.connection({
    type: Subscriber,
    description: 'The people who would get the campaign now, newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the e-mail address or the names.' }),
      offset: t.arg.int(),
    },
    resolve: (campaign, request, { scope }) => connection(listAudience(scope, campaign, request)),
  }),
);
