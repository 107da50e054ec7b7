import { automations } from './screens/automations/screen.ts';
import { campaigns } from './screens/campaigns/screen.ts';
import { events } from './screens/events/screen.ts';
import { forms } from './screens/forms/screen.ts';
import { listScreens } from './screens/lists/screen.ts';
import { outbox } from './screens/outbox/screen.ts';
import { people } from './screens/people/screen.ts';
import { segments } from './screens/segments/screen.ts';
import { settings } from './screens/settings/screen.ts';
import { templates } from './screens/templates/screen.ts';
import { today } from './screens/today/screen.ts';
import { transactional } from './screens/transactional/screen.ts';

/** Every screen, in the order of the menu. A new one is its folder, and a line here. */
export const screens = [
  today,
  people,
  listScreens,
  segments,
  forms,
  templates,
  campaigns,
  automations,
  transactional,
  events,
  outbox,
  settings,
] as const;
