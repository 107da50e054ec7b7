import type { Prisma, TransactionalMail } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { readTemplates } from '../../content/templates.ts';
import { loadMailData } from '../../sending/compose/mail-data.ts';
import { buildMailMessage } from '../../sending/compose/mail-message.ts';
import { maskedVariables } from '../../sending/secret-variables.ts';
import { buildCampaignTest } from '../compose/campaign-test.ts';
import { PreparedCampaigns } from '../compose/prepared-campaigns.ts';
import { harmless, type MessageSource, readSentMessage, type SourceServices, sourceOf } from './message-source.ts';

type Mail = Pick<TransactionalMail, 'id' | 'templateId' | 'secretVariables' | 'contentRemovedAt' | 'erasedAt'>;

/**
 * The source of a transactional e-mail, composed again. Null unless it was sent, and once its content or template is gone.
 */
export async function readMailSource(
  scope: Scope,
  mail: Mail,
  services: SourceServices,
): Promise<MessageSource | null> {
  if (mail.contentRemovedAt || mail.erasedAt) return null;
  const message = await readSentMessage(scope, mail.id);
  if (!message) return null;
  const { sentAt: date } = message;
  const [data] = await loadMailData(scope.db, [message], { suppressedBy: date });
  if (!data) return null;
  const context = harmless(services);
  if (data.mail.campaignId) {
    const campaigns = new PreparedCampaigns(scope.db, services.links.picturesUrl);
    const test = { db: scope.db, campaigns, date, ...context };
    return sourceOf(scope, () => buildCampaignTest(message, data.mail, test), ['content']);
  }
  const secretVariables = mail.secretVariables;
  const variables = maskedVariables({ variables: data.mail.variables, secretVariables }) as Prisma.JsonObject;
  const [template] = mail.templateId ? await readTemplates(scope, [mail.templateId]) : [];
  const hasChanged = template !== undefined && template.updatedAt > date;
  const masked = { ...data, mail: { ...data.mail, variables } };
  return sourceOf(scope, () => buildMailMessage({ ...message, remaining: null, date }, masked, context), [
    hasChanged && 'content',
    secretVariables.length > 0 && 'secrets',
  ]);
}
