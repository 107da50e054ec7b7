import { sourceFor } from '../../domain/campaigns/campaign-content.ts';
import { campaignMergeData, subscriberMergeData } from '../../domain/campaigns/merge-data.ts';
import { EXAMPLE } from '../../domain/campaigns/shown-person.ts';
import { readTest, TEST_MARK } from '../../domain/campaigns/test-campaign.ts';
import { renderTemplate } from '../../domain/content/rendering/pool.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { ExpectedError } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { createScope, WORKER } from '../../scope.ts';
import type { BuildContext, BuiltMessage } from '../build/message-builder.ts';
import { MessageError } from '../build/message-error.ts';
import { assembleMessage } from './assemble-message.ts';

/**
 * Builds a test e-mail in the same way as a campaign's messages. Its personal links do nothing, and its opens and clicks are not
 * counted. Throws MessageError or RenderError.
 */
export async function buildCampaignTest(
  claim: Claim,
  mail: TransactionalMail,
  { db, links, campaigns }: BuildContext,
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
  return assembleMessage(claim, prepared, marked, { to, tracked: true, leaving: `<${inert.unsubscribe_url}>` }, links);
}

const GONE = 'The campaign or its preview person no longer exists.';

function cannotBeBuilt(error: unknown): never {
  if (!(error instanceof ExpectedError)) throw error;
  throw new MessageError(error.code === 'NOT_FOUND' ? GONE : error.message);
}
