import { type Automation, readAutomation } from '../domain/automations/automations.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { watched } from './watched.ts';

/** How an automation stands now, then as people go through it, until it is deleted. Throws NotFoundError. */
export async function automationChanges(context: Context, automationId: unknown): Promise<BoundedQueue<Automation>> {
  const { teamId, id } = await readAutomation(context.scope, automationId);
  const { liveAutomations } = context.installation;
  const changes = watched(context, (teamId, onEnd) => liveAutomations.read(teamId, { id }, onEnd));
  liveAutomations.take({ topic: 'automation.progressed', teamId, id });
  return changes;
}

/** Each automation of the team that changes from now on, or that people go through. */
export const allAutomationChanges = (context: Context): BoundedQueue<Automation> =>
  watched(context, (teamId, onEnd) => context.installation.liveAutomations.read(teamId, {}, onEnd));
