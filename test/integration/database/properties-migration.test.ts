import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase({ empty: true });
afterAll(() => database.drop());

const ID = '0199f0a0-0000-7000-8000-000000000001';
const asks = (property: string, value: unknown = 5) => ({ property, operator: 'gte', value });

test('saved conditions on properties called value and currency still refer to them', async () => {
  const known = await readMigrations();
  const before = known.slice(
    0,
    known.findIndex(({ name }) => name === '0175_properties_called_value'),
  );
  const log = createLog('silent');
  await migrate(database.url, log, before);
  const where = [
    ...[asks('value'), asks('currency', 'EUR'), asks('properties.total'), asks('total')],
    ...[asks('values'), asks('old value'), asks('note', '"operator": "gte", "property": "value"')],
  ];
  const conditions = {
    operator: 'and',
    rules: [{ type: 'event', operator: 'performed', value: { name: 'o', where } }],
  };
  const body = { property: 'value' };
  const definition = { trigger: { type: 'event', name: 'o', where }, steps: [{ type: 'webhook', url: 'x', body }] };
  await statement(
    database.url,
    `insert into teams (public_id, name) values (gen_random_uuid(), 'Shop');
     insert into lists (team_id, id, name, from_email) values (1, '${ID}', 'L', 'a@b.test');
     insert into segments (team_id, id, list_id, name, conditions) values (1, '${ID}', '${ID}', 'S', '${JSON.stringify(conditions)}');
     insert into automations (team_id, id, name) values (1, '${ID}', 'A');
     insert into automation_versions (team_id, automation_id, version, definition) values (1, '${ID}', 1, '${JSON.stringify(definition)}')`,
  );
  await migrate(database.url, log, known);
  const kept = [
    ...[asks('properties.value'), asks('properties.currency', 'EUR'), asks('properties.properties.total')],
    ...where.slice(3),
  ];
  const [segment] = await statement(database.url, 'select conditions from segments');
  expect(segment?.conditions).toEqual({
    operator: 'and',
    rules: [{ type: 'event', operator: 'performed', value: { name: 'o', where: kept } }],
  });
  const [version] = await statement(database.url, 'select definition from automation_versions');
  expect(version?.definition).toEqual({ ...definition, trigger: { ...definition.trigger, where: kept } });
});
