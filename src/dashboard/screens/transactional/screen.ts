import { EnvelopeClosedIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readLogSearch, readMailSearch, readSendSearch } from './search.ts';

const log = createRoute({ getParentRoute: () => root, path: '/transactional', validateSearch: readLogSearch }).lazy(
  async () => (await import('./log.tsx')).Log,
);

const send = createRoute({
  getParentRoute: () => root,
  path: '/transactional/send',
  validateSearch: readSendSearch,
}).lazy(async () => (await import('./send.tsx')).Send);

const mail = createRoute({
  getParentRoute: () => root,
  path: '/transactional/$id',
  validateSearch: readMailSearch,
}).lazy(async () => (await import('./mail.tsx')).Mail);

/** The log of transactional e-mails, all that happened to one of them, and a form that sends one. */
export const transactional = screen({
  name: 'transactional',
  title: { en: 'Transactional', de: 'Transaktional' },
  icon: EnvelopeClosedIcon,
  to: '/transactional',
  routes: [log, send, mail],
});
