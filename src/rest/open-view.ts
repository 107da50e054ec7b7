import { NotFoundError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { type Context, readingFor } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import { run } from './execute.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Shown, THINGS } from './things.ts';

type Database = Context['scope']['db'];

/** Shows an object like its route. Undefined if there is none. */
type Show = (thing: string, id: string) => Promise<object | undefined>;

/**
 * Creates views of a team's objects, using the routes' own documents. A view remembers its results, and batches
 * simultaneous reads.
 */
export function viewsOf(installation: Installation): (db: Database, teamId: number) => Show {
  const prepared = new Map<string, Prepared>(
    Object.entries(THINGS).map(([thing, { document }]) => [thing, prepare(schema, document)]),
  );
  return (db, teamId) => {
    const context = readingFor(installation, teamId, db);
    const shown = new Map<string, Promise<object | undefined>>();
    const read = async (thing: string, id: string) => {
      const shown = THINGS[thing] as Shown;
      const value = await run(prepared.get(thing) as Prepared, { [shown.variable]: id }, context).catch(unlessGone);
      return value === undefined ? undefined : dataOf(shown, value as never);
    };
    return (thing, id) => {
      const key = `${thing} ${id}`;
      const reading = shown.get(key) ?? read(thing, id);
      shown.set(key, reading);
      return reading;
    };
  };
}

/** The `data` of the route's answer. */
function dataOf({ answer }: Shown, value: never): object {
  const { body } = answer.reply(value, { page: 1, perPage: 1, path: '', query: {} });
  return (body as { data: object }).data;
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
