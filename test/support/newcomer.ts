import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Config } from '../../src/config.ts';
import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { createOutbox } from '../../src/delivery/transports/outbox.ts';
import { setUpTeam } from '../../src/domain/automations/ready-made/set-up-team.ts';
import { invitationUrl } from '../../src/domain/members/account-emails.ts';
import { inviteFirstOwner } from '../../src/domain/members/invitation-links.ts';
import { createTeam } from '../../src/domain/platform/teams.ts';
import { startJobs } from '../../src/jobs/start.ts';
import { openPage } from '../browser/chromium.ts';
import { arriveAt, openDashboard } from './dashboard.ts';

/** An installation without a mail server, as after `npm start`: its e-mails are kept in the outbox. */
export async function openFirstRun(config: Partial<Config> = {}) {
  const dashboard = await openDashboard(config);
  const { installation } = dashboard.api;
  const folder = join(installation.config.dataDir as string, 'outbox');
  const jobs = startJobs(installation);
  const delivery = startDelivery({ ...installation, transport: createOutbox(folder) });
  return {
    ...dashboard,
    close: async () => {
      await jobs.stop();
      await delivery.stop();
      await dashboard.api.close();
    },
  };
}

/** Creates a team as the first start does. Returns its token, and the link that is printed for its owner. */
export async function makeNewTeam({ api, url }: Awaited<ReturnType<typeof openDashboard>>) {
  const { id, token } = await createTeam(api.db, { name: 'My team' }, { setUp: setUpTeam });
  const team = await api.db.team.findFirstOrThrow({ where: { publicId: id } });
  return { token, teamId: team.id, link: invitationUrl(url, await inviteFirstOwner(api.db, team.id)) };
}

/** A newcomer who has joined by the printed link. */
export async function joinNewTeam(
  browser: Browser,
  dashboard: Awaited<ReturnType<typeof openFirstRun>>,
  email: string,
) {
  const team = await makeNewTeam(dashboard);
  const opened = await openPage(browser, { locale: 'en-GB' });
  await opened.page.goto(team.link);
  await opened.page.getByLabel('Your e-mail address').fill(email);
  await opened.page.getByRole('button', { name: 'Join' }).click();
  await arriveAt(opened.page, 'Today');
  return { ...opened, ...team };
}
