import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { confirmPage } from './confirm.ts';
import { answerFailures, sendFailure } from './failures.ts';
import { readForms } from './form.ts';
import type { LinkPage, LinkVisit } from './link-page.ts';
import { sendPage } from './page.ts';
import { preferencesPage } from './preferences.ts';
import { registerReactions } from './reactions.ts';
import { unsubscribePage } from './unsubscribe.ts';
import { registerView } from './view.ts';

const DOORS: readonly LinkPage[] = [confirmPage, unsubscribePage, preferencesPage];

/**
 * The pages behind the links of e-mails, for people without a token: GET and HEAD show, POST does. They work for suspended
 * teams too, since whoever was written to must be able to leave.
 */
export async function registerTracking(app: FastifyInstance, installation: Installation): Promise<void> {
  const { connection, links } = installation;
  const visit = (door: LinkPage, request: FastifyRequest): LinkVisit => {
    const { teamId, id } = links.read(door.purpose, (request.params as { '*'?: string })['*'] ?? '');
    return { scope: createScope(connection.db, { id: teamId }, PERSON), subscriberId: id, links };
  };
  await app.register(async (pages) => {
    readForms(pages);
    pages.setErrorHandler(answerFailures);
    registerReactions(pages, installation);
    registerView(pages, installation);
    for (const door of DOORS) {
      for (const url of [`/${door.purpose}`, `/${door.purpose}/*`]) {
        pages.get(url, async (request, reply) => sendPage(reply, await door.show(visit(door, request))));
        pages.post(url, async (request, reply) => {
          const form = (request.body as FormData | undefined) ?? new FormData();
          return sendPage(reply, await door.act(visit(door, request), form));
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
