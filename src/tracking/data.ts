import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSubscription } from '../domain/audience/subscriptions.ts';
import { readLook } from '../domain/content/brand/page-look.ts';
import { erasePerson } from '../domain/privacy/erase-person.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { html } from '../validation/html.ts';
import { languagesAsked } from '../validation/languages-asked.ts';
import { sendFailure } from './failures.ts';
import { FormError, formOf } from './form.ts';
import { languageOf } from './link-page.ts';
import { HEADERS, type Page, say, sendPage } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** All data about a person, as JSON in parts. */
export type ExportPerson = (teamId: number, email: string) => AsyncGenerator<string>;

type Params = { token: string; until: string };

/**
 * The page on which a person downloads or erases their data. Its link goes to their own mailbox, because a forwarded newsletter
 * carries all other links. It works for a day.
 */
export function registerData(pages: FastifyInstance, installation: Installation, exportPerson: ExportPerson): void {
  const { connection, links } = installation;
  const url = '/data/:token/:until';

  const open = async (request: FastifyRequest) => {
    const { token, until } = request.params as Params;
    const nobodys = createScope(connection.db, { id: 0 }, PERSON);
    const { teamId, id } = links.readData(token, until, nobodys.now());
    const scope = createScope(connection.db, { id: teamId }, PERSON);
    const own = await readSubscription(scope, id);
    const language = languageOf({ languages: languagesAsked(request) }, own);
    return { scope, own, language, look: await readLook(scope) };
  };

  pages.get(url, async (request, reply) => {
    const { own, language, look } = await open(request);
    const { data } = TEXTS[language];
    const body = html`<p>${data.text(look.teamName, own.email)}</p>
<form method="post"><button name="do" value="download">${data.download}</button></form>
<h2>${data.erase}</h2>
<form method="post">
<p>${data.warning}</p>
<p><label><input type="checkbox" name="sure" value="yes" required>${data.sure}</label></p>
<button class="second" name="do" value="erase">${data.erase}</button>
</form>`;
    return sendPage(reply, { language, title: data.title, body, look });
  });

  pages.post(url, async (request, reply) => {
    const { scope, own, language, look } = await open(request);
    const form = formOf(request);
    if (form.get('do') === 'download') {
      return reply
        .headers({ ...HEADERS, 'Content-Disposition': 'attachment; filename="data.json"' })
        .type('application/json; charset=utf-8')
        .send(Readable.from(exportPerson(scope.team.id, own.email), { objectMode: false }));
    }
    if (form.get('do') !== 'erase' || form.get('sure') !== 'yes') throw new FormError(400);
    await erasePerson(scope, { email: own.email });
    const erased: Page = say(language, TEXTS[language].data.erased, [look.teamName, own.email]);
    return sendPage(reply, { ...erased, look });
  });

  pages.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    handler: (request, reply) => sendFailure(request, reply.header('Allow', 'GET, HEAD, POST'), 'method', 405),
  });
}
