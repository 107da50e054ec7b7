import { PaperPlaneIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readCampaignSearch, readCampaignsSearch } from './search.ts';

const list = createRoute({ getParentRoute: () => root, path: '/campaigns', validateSearch: readCampaignsSearch }).lazy(
  async () => (await import('./campaigns.tsx')).Campaigns,
);

const drafting = createRoute({ getParentRoute: () => root, path: '/campaigns/new' }).lazy(
  async () => (await import('./new-campaign.tsx')).NewCampaign,
);

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaign',
  validateSearch: readCampaignSearch,
  loader: async ({ params: { campaign }, location, cause }) =>
    cause === 'enter' &&
    (await import('./campaign.tsx')).prefetchCampaign(campaign, readCampaignSearch(location.search)),
}).lazy(async () => (await import('./campaign.tsx')).Campaign);

/** Campaigns, the composer of drafts, and the reports of sent ones. */
export const campaigns = screen({
  name: 'campaigns',
  title: { en: 'Campaigns', de: 'Kampagnen' },
  icon: PaperPlaneIcon,
  to: '/campaigns',
  routes: [list, drafting, campaign],
});
