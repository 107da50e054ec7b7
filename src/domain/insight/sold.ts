import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { creditedVariant, lastTouch } from './attribution.ts';
import { countedSales } from './count-sale.ts';

/**
 * Further parts of a statement that record new orders among its `recorded` as sales, unless a conversion with the same
 * reference exists.
 */
export const sold = (scope: Scope): Sql => sql`, sold as (
          insert into sales (team_id, id, person_key, origin, value, currency, occurred_at, reference,
                             sender, sender_id, email_id, touch, touched_at, variant)
          select ${scope.team.id}::int, sale.id, sale.person, 'event', value, currency, sale.at, reference,
                 credited.sender, credited.sender_id, credited.email_id, credited.touch, credited.touched_at, ${creditedVariant(scope.team.id)}
          from recorded sale ${lastTouch(scope.team.id)}
          where sale.name = 'order' and sale.value is not null
          on conflict (team_id, reference) do nothing
          returning coalesce(email_id, case when sender::text = 'campaign' then sender_id end) as counted_for, variant, currency, value
        )${countedSales(scope.team.id)}`;
