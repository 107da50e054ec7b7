import type { Links } from '../../../crypto/links.ts';
import type { Database } from '../../../database/connect.ts';
import { ExpectedError } from '../../../errors.ts';
import type { TransactionalMail } from '../../../generated/prisma/client.ts';
import { createScope, WORKER } from '../../../scope.ts';
import { renderTemplate } from '../../content/rendering/pool.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import type { BuiltMessage } from '../../sending/compose/composed-message.ts';
import { MessageError } from '../../sending/compose/message-error.ts';
import { sourceFor } from '../campaign-content.ts';
import { campaignMergeData, subscriberMergeData } from '../merge-data.ts';
import { EXAMPLE } from '../shown-person.ts';
import { readTest, TEST_MARK } from '../test-campaign.ts';
import { assembleMessage } from './assemble-message.ts';
import type { PreparedCampaigns } from './prepared-campaigns.ts';

/** The services for building campaign messages. */
export interface CampaignContext {
  db: Database;
  links: Links;
  campaigns: PreparedCampaigns;
}

/**
 * Builds a test e-mail in the same way as a campaign's messages. Its personal links do nothing, and its opens and clicks are not
 * counted. Throws MessageError or RenderError.
 */
export async function buildCampaignTest(
  claim: Pick<ClaimedMessage, 'teamId' | 'id' | 'createdAt'>,
  mail: TransactionalMail,
  { db, links, campaigns, date }: CampaignContext & { date?: Date },
): Promise<BuiltMessage> {
  const scope = createScope(db, { id: claim.teamId }, WORKER);
  const { campaign, content, person } = await readTest(scope, mail).catch(cannotBeBuilt);
  const prepared = await campaigns.prepareNow(claim.teamId, campaign.id, mail.variant, content);
  if (!prepared) throw new MessageError(GONE);
  const inert = links.inert('test');
  const rendered = await renderTemplate({
    ...sourceFor(content, person?.locale ?? null),
    mergeData: {
      ...campaignMergeData(prepared),
      ...subscriberMergeData(person ?? EXAMPLE),
      ...inert,
      view_url: links.url('view', { teamId: claim.teamId, id: claim.id }),
    },
    owner: claim.teamId,
  });
  const marked = { ...rendered, subject: TEST_MARK + rendered.subject };
  const [to] = mail.to as [string];
  return assembleMessage(
    claim,
    prepared,
    marked,
    { to, tracked: true, leaving: `<${inert.unsubscribe_url}>`, ...(date && { date }) },
    links,
  );
}

const GONE = 'The campaign or its preview person no longer exists.';

function cannotBeBuilt(error: unknown): never {
  if (!(error instanceof ExpectedError)) throw error;
  throw new MessageError(error.code === 'NOT_FOUND' ? GONE : error.message);
}
