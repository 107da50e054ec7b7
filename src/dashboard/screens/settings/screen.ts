import { GearIcon } from '@radix-ui/react-icons';
import { createRoute, redirect } from '@tanstack/react-router';
import { readTexts } from '../../shell/read-search.ts';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import type { PageSearch } from '../../tables/pages.tsx';
import { readAuditSearch } from './audit/search.ts';
import { readDeliverabilitySearch } from './deliverability/search.ts';
import { readRequestSearch } from './requests/search.ts';
import { readDeliverySearch } from './webhooks/search.ts';

const readPage = (given: Record<string, unknown>): PageSearch => readTexts(given, ['after', 'before']);

const around = createRoute({ getParentRoute: () => root, path: '/settings' }).lazy(
  async () => (await import('./layout.tsx')).Settings,
);
const under = () => around;

const first = createRoute({
  getParentRoute: under,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/team', replace: true });
  },
});
const team = createRoute({ getParentRoute: under, path: '/team' }).lazy(
  async () => (await import('./team/team.tsx')).TeamPart,
);
const members = createRoute({ getParentRoute: under, path: '/members', validateSearch: readPage }).lazy(
  async () => (await import('./members/members.tsx')).Members,
);
const tokens = createRoute({ getParentRoute: under, path: '/tokens', validateSearch: readPage }).lazy(
  async () => (await import('./tokens/tokens.tsx')).Tokens,
);
const requests = createRoute({
  getParentRoute: under,
  path: '/requests',
  validateSearch: readRequestSearch,
}).lazy(async () => (await import('./requests/requests.tsx')).Requests);
const domains = createRoute({ getParentRoute: under, path: '/domains', validateSearch: readPage }).lazy(
  async () => (await import('./domains/domains.tsx')).Domains,
);
const domain = createRoute({ getParentRoute: under, path: '/domains/$id' }).lazy(
  async () => (await import('./domains/domain.tsx')).Domain,
);
const deliverability = createRoute({
  getParentRoute: under,
  path: '/deliverability',
  validateSearch: readDeliverabilitySearch,
}).lazy(async () => (await import('./deliverability/deliverability.tsx')).Deliverability);
const transports = createRoute({ getParentRoute: under, path: '/transports', validateSearch: readPage }).lazy(
  async () => (await import('./transports/transports.tsx')).Transports,
);
const pauses = createRoute({ getParentRoute: under, path: '/pauses', validateSearch: readPage }).lazy(
  async () => (await import('./pauses/pauses.tsx')).Pauses,
);
const webhooks = createRoute({ getParentRoute: under, path: '/webhooks', validateSearch: readPage }).lazy(
  async () => (await import('./webhooks/webhooks.tsx')).Webhooks,
);
const webhook = createRoute({
  getParentRoute: under,
  path: '/webhooks/$id',
  validateSearch: readDeliverySearch,
}).lazy(async () => (await import('./webhooks/webhook.tsx')).Webhook);
/** Forms were here; links and bookmarks still lead to them. */
const forms = createRoute({
  getParentRoute: under,
  path: '/forms',
  beforeLoad: () => {
    throw redirect({ to: '/forms', replace: true });
  },
});
const form = createRoute({
  getParentRoute: under,
  path: '/forms/$id',
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ to: '/forms/$id', params: { id }, replace: true });
  },
});
const audit = createRoute({
  getParentRoute: under,
  path: '/audit',
  validateSearch: readAuditSearch,
}).lazy(async () => (await import('./audit/audit.tsx')).Audit);
const usage = createRoute({ getParentRoute: under, path: '/usage' }).lazy(
  async () => (await import('./usage/usage.tsx')).UsagePart,
);

/** The settings of the team. Each part has its own address. */
export const settings = screen({
  name: 'settings',
  title: { en: 'Settings', de: 'Einstellungen' },
  icon: GearIcon,
  to: '/settings',
  routes: [
    around.addChildren([
      ...([first, team, members, tokens, requests, domains, domain, deliverability] as const),
      ...([transports, pauses, webhooks, webhook, forms, form, audit, usage] as const),
    ]),
  ],
});
