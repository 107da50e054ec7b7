import { campaigns } from './screens/campaigns/screen.ts';
import { listScreens } from './screens/lists/screen.ts';
import { people } from './screens/people/screen.ts';
import { templates } from './screens/templates/screen.ts';
import { today } from './screens/today/screen.ts';

/** Every screen, in the order of the menu. A new one is its folder, and a line here. */
export const screens = [
  today, //
  campaigns,
  people,
  listScreens,
  templates,
] as const;
