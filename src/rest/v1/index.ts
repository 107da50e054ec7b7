import { events } from './events.ts';
import { lists } from './lists.ts';
import { platform } from './platform.ts';
import { subscribers } from './subscribers.ts';
import { templates } from './templates.ts';
import { transactionalMails } from './transactional-mails.ts';

/** Every route of /v1. */
export const routes = [...lists, ...subscribers, ...events, ...templates, ...transactionalMails, ...platform];
