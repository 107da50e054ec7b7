import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TEST } from '../crypto/links.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { registerArchive } from './archive.ts';
import { confirmPage } from './confirm.ts';
import { answerFailures, sendFailure } from './failures.ts';
import { readForms } from './form.ts';
import type { LinkPage, LinkVisit } from './link-page.ts';
import { registerMedia } from './media.ts';
import { sendPage } from './page.ts';
import { registerPictures } from './pictures.ts';
import { preferencesPage } from './preferences.ts';
import { registerReactions } from './reactions.ts';
import { sendTestPage } from './test-page.ts';
import { unsubscribePage } from './unsubscribe.ts';
import { registerView } from './view.ts';

const LINK_PAGES: readonly LinkPage[] = [confirmPage, unsubscribePage, preferencesPage];

/**
 * The pages behind the links of e-mails, and their pictures, for people without a token: GET and HEAD show, POST acts. They work for
 * suspended teams too, because recipients must always be able to unsubscribe.
 */
export async function registerTracking(app: FastifyInstance, installation: Installation): Promise<void> {
  const { connection, links } = installation;
  const visit = (page: LinkPage, request: FastifyRequest): LinkVisit => {
    const named = links.readOfMessage(page.purpose, (request.params as { '*'?: string })['*'] ?? '');
    const { teamId, id, messageId } = named;
    const scope = createScope(connection.db, { id: teamId }, PERSON);
    return { scope, subscriberId: id, links, ...(messageId && { messageId }) };
  };
  await registerPictures(app);
  registerMedia(app, installation);
  await app.register(async (pages) => {
    readForms(pages);
    pages.setErrorHandler(answerFailures);
    registerReactions(pages, installation);
    registerView(pages, installation);
    registerArchive(pages, installation);
    for (const page of LINK_PAGES) {
      pages.route({ method: ['GET', 'POST'], url: `/${page.purpose}/${TEST}`, handler: sendTestPage });
      for (const url of [`/${page.purpose}`, `/${page.purpose}/*`]) {
        pages.get(url, async (request, reply) => sendPage(reply, await page.show(visit(page, request))));
        pages.post(url, async (request, reply) => {
          const form = (request.body as FormData | undefined) ?? new FormData();
          return sendPage(reply, await page.act(visit(page, request), form));
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
