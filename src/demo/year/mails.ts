import { run, sql } from '../../database/connect.ts';
import { orderConfirmation } from '../../domain/content/ready-made/order-confirmation.ts';
import { shipping } from '../../domain/content/ready-made/shipping.ts';
import { sendTransactionalMail } from '../../domain/sending/transactional-mails.ts';
import type { Scope } from '../../scope.ts';
import { demoPerson } from '../people.ts';

const EVERY_MINUTES = 47;
const FIRST_ORDER = 4_180;

/** Sends confirmations of orders and parcels in the past: most were opened, a few clicked, one in thirty bounced. */
export async function confirmOrders(scope: Scope, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { email, firstName } = demoPerson(number * 11);
    const { name: template, variables } = number % 3 === 2 ? shipping : orderConfirmation;
    const order = { ...(variables.order as object), number: String(FIRST_ORDER + number) };
    const { id } = await sendTransactionalMail(scope, {
      template,
      from: 'orders@bakery.example',
      to: [email],
      variables: { ...variables, name: firstName, order },
    });
    await moveBack(scope, id, (count - number) * EVERY_MINUTES + ((number * 13) % 29), number);
  }
}

async function moveBack({ db, team }: Scope, id: string, minutes: number, number: number): Promise<void> {
  const at = sql`(now() - make_interval(mins => ${minutes}::int))`;
  const after = (seconds: number, happens: boolean) =>
    happens ? sql`${at} + make_interval(secs => ${seconds}::float8)` : sql`null`;
  const bounced = number % 30 === 29;
  const opened = !bounced && number % 3 > 0;
  const clicked = !bounced && number % 4 === 1;
  await run(
    db,
    sql`update messages set state = 'sent', sent_at = ${at}, first_try_at = ${at}, created_at = ${at}, due_at = ${at}
        where team_id = ${team.id}::int and id = ${id}::uuid`,
  );
  await run(
    db,
    sql`update transactional_mails set status = 'sent', sent_at = ${at}, created_at = ${at} - interval '2 seconds',
          opens = ${Number(opened || clicked)}::int, clicks = ${Number(clicked)}::int, opened_at = ${after(900, opened || clicked)},
          clicked_at = ${after(960, clicked)}, bounced_at = ${after(40, bounced)},
          bounce_kind = ${bounced ? sql`'hard'` : sql`null`}::"BounceKind"
        where team_id = ${team.id}::int and id = ${id}::uuid`,
  );
}

/** Marks the confirmations of a double opt-in list as sent. */
export const confirmSignUps = ({ db, team }: Scope, listId: string) =>
  run(
    db,
    sql`update messages m set state = 'sent', sent_at = m.created_at, first_try_at = m.created_at from subscribers s
        where m.team_id = ${team.id}::int and m.kind = 'confirmation' and s.team_id = m.team_id and s.id = m.subscriber_id
          and s.list_id = ${listId}::uuid`,
  );
