import type { Links } from '../../crypto/links.ts';
import type { Scope } from '../../scope.ts';
import { previewTransactionalMail, type RenderedMail } from '../sending/rendered-mail.ts';
import { readTransactionalMail } from '../sending/transactional-mails.ts';
import { renderTest } from './test-campaign.ts';

/**
 * Renders a mail with links that lead nowhere; a campaign's test mail from its campaign. Throws NotFoundError,
 * ValidationError.
 */
export async function previewMail(scope: Scope, id: unknown, links: Links): Promise<RenderedMail> {
  const mail = await readTransactionalMail(scope, id);
  return mail.campaignId ? renderTest(scope, mail, links, 'preview') : previewTransactionalMail(scope, mail, links);
}
