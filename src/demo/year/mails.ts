import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { orderConfirmation } from '../../domain/content/ready-made/order-confirmation.ts';
import { shipping } from '../../domain/content/ready-made/shipping.ts';
import { sendTransactionalMails } from '../../domain/sending/send-mails.ts';
import type { Scope } from '../../scope.ts';
import type { Customers } from '../people.ts';

const EVERY_MINUTES = 47;
const FIRST_ORDER = 4_180;

/** The templates of the confirmations. */
interface Templates {
  order: string;
  shipping: string;
}

/**
 * Sends confirmations of orders and parcels in the past: most were opened, a few clicked, one in thirty bounced. At most a
 * hundred. Returns their ids.
 */
export async function confirmOrders(
  scope: Scope,
  { count, person }: Customers,
  templates: Templates,
): Promise<string[]> {
  const mails = Array.from({ length: count }, (_, number) => {
    const { email, firstName } = person(number * 11);
    const isSent = number % 3 === 2;
    const { variables } = isSent ? shipping : orderConfirmation;
    const order = { ...(variables.order as object), number: String(FIRST_ORDER + number) };
    return {
      template: isSent ? templates.shipping : templates.order,
      from: 'orders@bakery.example',
      to: [email],
      variables: { ...variables, name: firstName, order },
    };
  });
  const ids = (await sendTransactionalMails(scope, { mails })).flatMap(({ mail }) => (mail ? [mail.id] : []));
  await moveBack(scope, ids);
  return ids;
}

async function moveBack(scope: Scope, ids: readonly string[]): Promise<void> {
  const { db, team } = scope;
  const now = scope.now().getTime();
  const rows = ids.map((id, number) => {
    const bounced = number % 30 === 29;
    const clicked = !bounced && number % 4 === 1;
    const minutes = (ids.length - number) * EVERY_MINUTES + ((number * 13) % 29);
    const after = (happens: boolean, seconds: number) =>
      happens ? new Date(now - minutes * 60_000 + seconds * 1_000) : null;
    return {
      id,
      created: after(true, -2),
      sent: after(true, 0),
      opened: after(clicked || (!bounced && number % 3 > 0), 900),
      clicked: after(clicked, 960),
      bounced: after(bounced, 40),
    };
  });
  const moment = 'timestamptz' as const;
  const given = recordset('g', rows, {
    id: 'uuid',
    created: moment,
    sent: moment,
    opened: moment,
    clicked: moment,
    bounced: moment,
  });
  await run(
    db,
    sql`update messages m set state = 'sent', sent_at = g.sent, first_try_at = g.sent, created_at = g.sent, due_at = g.sent
        from ${given} where m.team_id = ${team.id}::int and m.mail_id = g.id`,
  );
  await run(
    db,
    sql`update transactional_mails m set status = 'sent', sent_at = g.sent, created_at = g.created,
          opens = (g.opened is not null)::int, clicks = (g.clicked is not null)::int, opened_at = g.opened,
          clicked_at = g.clicked, bounced_at = g.bounced,
          bounce_kind = case when g.bounced is not null then 'hard' end::"BounceKind"
        from ${given} where m.team_id = ${team.id}::int and m.id = g.id`,
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
