import { connect } from '../../src/database/connect.ts';
import { demoPerson } from '../../src/demo/people.ts';
import { seedTeam } from '../../src/demo/seed.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import type { Server } from '../../test/support/server.ts';

/** The objects that pictures show, by id. */
export interface Shop {
  list: string;
  /** The latest sent campaign. */
  sent: string;
  /** The address of somebody who does much. */
  person: string;
  segment: string;
  template: string;
  automation: string;
}

/** Fills a new installation with the demo, and begins a slow campaign. */
export async function openShop(server: Server, databaseUrl: string): Promise<Shop> {
  const { db, close } = connect(databaseUrl, 2);
  const outbound = new Outbound([]);
  await seedTeam(createScope(db, { id: 1 }, WORKER), outbound, console.log);
  await outbound.close();
  await close();
  const one = async (path: string, name: string): Promise<string> =>
    (await call(server, 'GET', `${path}?per_page=100`)).find((found: { name: string }) => found.name === name).id;
  const list = await one('/lists', 'Newsletter');
  const { id: sending } = await call(server, 'POST', '/campaigns', {
    name: 'A cake for Saturday',
    list,
    template: 'Newsletter: products',
    messages_per_minute: 240,
  });
  await call(server, 'POST', `/campaigns/${sending}/send`);
  return {
    list,
    sent: await one('/campaigns', 'Sourdough Sunday'),
    person: demoPerson(72).email,
    segment: await one(`/lists/${list}/segments`, 'Local regulars'),
    template: await one('/templates', 'Newsletter: magazine'),
    automation: await one('/automations', 'Welcome series'),
  };
}

/** Calls REST and returns the data. Throws for a refused call. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
async function call(server: Server, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await server.rest(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body?.data;
}
