import type { ShownCampaign } from '../campaign.tsx';

export type Schedule = NonNullable<ShownCampaign['schedule']>;

const schedules = new Map<string, Schedule>();

/** Keeps the time of a campaign that goes back to draft, so that scheduling it again begins with that time. */
export const keepSchedule = (id: string, schedule: Schedule | null): unknown => schedule && schedules.set(id, schedule);

/** The time for which the draft was scheduled before, until the page is loaded again. */
export const lastSchedule = (id: string): Schedule | undefined => schedules.get(id);
