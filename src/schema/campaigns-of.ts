import { builder } from './builder.ts';
import { Campaign, campaignFilters } from './campaign.ts';
import { List } from './list.ts';
import { connection } from './pagination.ts';
import { Segment } from './segment.ts';
import { Template } from './template.ts';

builder.prismaObjectField(List, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description: 'The campaigns to the list, newest first by default.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfList.load({ owner: id, request })),
  }),
);

builder.prismaObjectField(Template, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description: 'The campaigns that use the template, newest first by default.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfTemplate.load({ owner: id, request })),
  }),
);

builder.prismaObjectField(Segment, 'campaigns', (t) =>
  t.connection({
    type: Campaign,
    description:
      'The campaigns that are sent to the segment, newest first by default. Without campaigns that exclude it.',
    args: campaignFilters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.campaignsOfSegment.load({ owner: id, request })),
  }),
);
