import { ArchiveIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readMessageSearch, readOutboxSearch } from './search.ts';

const messages = createRoute({ getParentRoute: () => root, path: '/outbox', validateSearch: readOutboxSearch }).lazy(
  async () => (await import('./outbox.tsx')).Outbox,
);

const message = createRoute({
  getParentRoute: () => root,
  path: '/outbox/$id',
  validateSearch: readMessageSearch,
}).lazy(async () => (await import('./message.tsx')).Message);

/** The messages that would have left, while there is no mail server. */
export const outbox = screen({
  name: 'outbox',
  title: { en: 'Outbox', de: 'Postausgang' },
  icon: ArchiveIcon,
  to: '/outbox',
  routes: [messages, message],
});
