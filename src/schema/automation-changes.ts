import { type Automation, readAutomation } from '../domain/automations/automations.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { watched } from './watched.ts';

/** The automation now, then after each change until it is deleted. Throws NotFoundError. */
export async function automationChanges(context: Context, automationId: unknown): Promise<BoundedQueue<Automation>> {
  const { teamId, id } = await readAutomation(context.scope, automationId);
  const { liveAutomations } = context.installation;
  const changes = watched(context, (teamId, onEnd) => liveAutomations.read(teamId, { id }, onEnd));
  liveAutomations.take({ topic: 'automation.progressed', teamId, id });
  return changes;
}

/** Each automation of the team that changes or whose runs progress. */
export const allAutomationChanges = (context: Context): BoundedQueue<Automation> =>
  watched(context, (teamId, onEnd) => context.installation.liveAutomations.read(teamId, {}, onEnd));
