import { type Sql, sql } from '../../../database/connect.ts';
import { about } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { TEXT_COLUMN } from '../text-operators.ts';

const column = (name: string, description: string, text: Sql) =>
  ruleType(
    { name, description, condition: 'Text' },
    about(TEXT_COLUMN, () => ({ text })),
  );

export const firstName = column('FirstName', 'The first name.', sql`s.first_name`);
export const lastName = column('LastName', 'The last name.', sql`s.last_name`);
export const timezone = column('Timezone', 'The time zone, such as Europe/Berlin.', sql`s.timezone`);
