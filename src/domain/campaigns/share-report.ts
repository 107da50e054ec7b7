import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found } from '../found.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';
import { type CampaignReport, readReports } from './read-report.ts';

/**
 * Makes the public link to a campaign's report, which is signed with the moment it was made. Keeps an existing link. Throws
 * NotFoundError, and ConflictError before sending has begun.
 */
export function shareReport(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    if (!campaign.startedAt) throw new ConflictError('NOT_SENT', 'The campaign has no results before it is sent.');
    await setShared(scope, campaign, campaign.reportSharedAt ?? scope.now());
    return readCampaign(scope, campaign.id);
  });
}

/** Revokes the public link to a campaign's report for good: the next link is another one. Throws NotFoundError. */
export function unshareReport(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    await setShared(scope, campaign, null);
    return readCampaign(scope, campaign.id);
  });
}

async function setShared(scope: Scope, { teamId, id }: Campaign, reportSharedAt: Date | null): Promise<void> {
  await scope.db.campaign.updateMany({ where: { teamId, id }, data: { reportSharedAt } });
  await announceCampaign(scope, id);
}

/** A report for anyone who has its link. */
export interface SharedReport {
  name: string;
  startedAt: Date;
  timezone: string;
  report: CampaignReport;
}

/** The report of a link. Throws NotFoundError for a revoked link, and while the team is suspended. */
export async function readSharedReport(scope: Scope, id: string, sharedAt: Date): Promise<SharedReport> {
  const [campaign] = await run<Omit<SharedReport, 'report'>>(
    scope.db,
    sql`select c.name, c.started_at as "startedAt", t.timezone
        from campaigns c join teams t on t.id = c.team_id
        where c.team_id = ${scope.team.id} and c.id = ${id}::uuid and c.report_shared_at = ${sharedAt}::timestamptz
          and c.started_at is not null and t.status = 'active'`,
  );
  const shared = found(campaign);
  return { ...shared, report: found((await readReports(scope, [id]))[0]) };
}
