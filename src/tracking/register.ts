import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TEST } from '../crypto/links.ts';
import { readLook } from '../domain/content/brand/page-look.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { languagesAsked } from '../validation/languages-asked.ts';
import { registerArchive } from './archive.ts';
import { confirmPage } from './confirm.ts';
import { type ExportPerson, registerData } from './data.ts';
import { answerFailures, sendFailure } from './failures.ts';
import { formOf, readForms } from './form.ts';
import { registerForms } from './forms/register-forms.ts';
import type { LinkPage, LinkVisit } from './link-page.ts';
import { registerMedia } from './media.ts';
import { type Page, sendPage, sendTestPage } from './page.ts';
import { registerPictures } from './pictures.ts';
import { preferencesPage } from './preferences.ts';
import { registerReactions } from './reactions.ts';
import { registerReport } from './report.ts';
import { unsubscribePage } from './unsubscribe.ts';
import { registerView } from './view.ts';

const LINK_PAGES: readonly LinkPage[] = [confirmPage, unsubscribePage, preferencesPage];

/**
 * The pages behind the links of e-mails, and their pictures, for people without a token: GET and HEAD show, POST acts. They work
 * for suspended teams too, because recipients must always be able to unsubscribe.
 */
export async function registerTracking(
  app: FastifyInstance,
  installation: Installation,
  exportPerson: ExportPerson,
): Promise<void> {
  const { connection, links } = installation;
  const visit = (page: LinkPage, request: FastifyRequest): LinkVisit => {
    const named = links.readOfMessage(page.purpose, (request.params as { '*'?: string })['*'] ?? '');
    const { teamId, id, messageId } = named;
    const scope = createScope(connection.db, { id: teamId }, PERSON);
    return { scope, subscriberId: id, links, languages: languagesAsked(request), ...(messageId && { messageId }) };
  };
  await registerPictures(app);
  registerMedia(app, installation);
  await registerForms(app, installation);
  await app.register(async (pages) => {
    readForms(pages);
    pages.setErrorHandler(answerFailures);
    registerReactions(pages, installation);
    registerView(pages, installation);
    registerArchive(pages, installation);
    registerReport(pages, installation);
    registerData(pages, installation, exportPerson);
    for (const page of LINK_PAGES) {
      pages.route({ method: ['GET', 'POST'], url: `/${page.purpose}/${TEST}`, handler: sendTestPage });
      for (const url of [`/${page.purpose}`, `/${page.purpose}/*`]) {
        pages.get(url, async (request, reply) => {
          const asked = visit(page, request);
          return sendPage(reply, await looking(asked, page.show(asked)));
        });
        pages.post(url, async (request, reply) => {
          const asked = visit(page, request);
          return sendPage(reply, await looking(asked, page.act(asked, formOf(request))));
        });
        pages.route({
          method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
          url,
          handler: (request, reply) => sendFailure(request, reply.header('Allow', 'GET, HEAD, POST'), 'method', 405),
        });
      }
    }
  });
}

/** Adds the look of the team to a page. It is read after the link was verified. */
async function looking({ scope }: LinkVisit, shown: Promise<Page>): Promise<Page> {
  const page = await shown;
  return { ...page, look: await readLook(scope) };
}
