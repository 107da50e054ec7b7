import { ExportPersonDocument } from '../generated/documents.ts';
import type { Installation } from '../installation.ts';
import { readingFor } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import { run } from './execute.ts';
import { rowsOf } from './page.ts';
import { prepare } from './prepare.ts';
import { held } from './v1/people.ts';

const PREPARED = prepare(schema, ExportPersonDocument);

/**
 * Exports all data about a person, for the person: `{"pages": […]}`, each like `data` of `GET /v1/people/export`.
 * Holds at most one page in memory.
 */
export const exportPerson = (installation: Installation) =>
  async function* (teamId: number, email: string): AsyncGenerator<string> {
    const perPage = held.pages.max;
    for (let page = 1, isLast = false; !isLast; page++) {
      const context = readingFor(installation, teamId);
      const person = await run(PREPARED, { email, ...rowsOf({ page, perPage }) }, context);
      const { body } = held.reply(person as never, { page, perPage, path: '', query: {} });
      const { data, meta } = body as { data: object; meta: { last_page: number } };
      isLast = page >= meta.last_page;
      yield `${page === 1 ? '{"pages":[' : ','}${JSON.stringify(data)}${isLast ? ']}' : ''}`;
    }
  };
