import type { ClickedLink as Link } from '../domain/insight/clicked-links.ts';
import { builder } from './builder.ts';

export const ClickedLink = builder.objectRef<Link>('ClickedLink').implement({
  description: 'A clicked link. Clicks by proxies and scanners are not counted.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The address that the link opens.' }),
    unique: t.exposeInt('unique', {
      description: 'The number of messages with a click on the link. A campaign has one message per recipient.',
    }),
    total: t.exposeInt('total', { description: 'The number of clicks.' }),
  }),
});
