import { conversions } from './conversions.ts';
import { events } from './events.ts';
import { imports } from './imports.ts';
import { lists } from './lists.ts';
import { platform } from './platform.ts';
import { subscribers } from './subscribers.ts';
import { templates } from './templates.ts';
import { transactionalMails } from './transactional-mails.ts';

/** Every route of /v1. */
export const routes = [
  ...lists,
  ...subscribers,
  ...imports,
  ...events,
  ...conversions,
  ...templates,
  ...transactionalMails,
  ...platform,
];
