import { buildCampaignTest } from '../../domain/campaigns/compose/campaign-test.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { BuiltMessage } from '../../domain/sending/compose/composed-message.ts';
import { type IndexedMailData, loadMailData } from '../../domain/sending/compose/mail-data.ts';
import { buildMailMessage } from '../../domain/sending/compose/mail-message.ts';
import { MessageError } from '../../domain/sending/compose/message-error.ts';
import { noteRemarks } from '../../domain/sending/note-remarks.ts';
import type { BuildContext, BuilderLoader } from './message-builder.ts';

/** Loads the data of all transactional e-mails in a fixed number of statements. */
export const loadMailBuilders: BuilderLoader = async (claims, context) =>
  (await loadMailData(context.db, claims)).map((data) => {
    const claim = claims[data.index]!;
    return [claim, () => (data.mail.campaignId ? testOf : mailOf)(claim, data, context)];
  });

async function testOf(claim: Claim, { mail, suppressed }: IndexedMailData, context: BuildContext) {
  if (suppressed.size > 0) throw new MessageError('The recipient is suppressed.');
  return buildCampaignTest(claim, mail, context);
}

async function mailOf(claim: Claim, data: IndexedMailData, context: BuildContext): Promise<BuiltMessage> {
  const { remarks, ...built } = await buildMailMessage(claim, data, context);
  await noteRemarks(context.db, claim, remarks);
  return built;
}
