import { builder } from './builder.ts';
import { Campaign, campaignFilters } from './campaign.ts';
import { List } from './list.ts';
import { connection } from './pagination.ts';
import { Segment } from './segment.ts';
import { Template } from './template.ts';

builder.prismaObjectField(List, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description: 'The campaigns to the list. Default order: newest first.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfList.load({ owner: id, request })),
  }),
);

builder.prismaObjectField(Template, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description: 'The campaigns with this template. Default order: newest first.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfTemplate.load({ owner: id, request })),
  }),
);

builder.prismaObjectField(Segment, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description:
      'The campaigns to this segment. Default order: newest first. Leaves out campaigns that only exclude it.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfSegment.load({ owner: id, request })),
  }),
);
