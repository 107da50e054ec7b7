import { run, sql } from '../../../database/connect.ts';
import { parseUrl } from '../../../network/parse-url.ts';
import type { Scope } from '../../../scope.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import { eventValues } from '../../campaigns/event-values.ts';
import { RenderError } from '../../content/rendering/pool.ts';
import { renderValues } from '../../content/rendering/render-values.ts';
import { type SubscriberData, subscriberValues } from '../../content/subscriber-values.ts';
import { writeStepWebhookDeliveries } from '../../webhooks/write-deliveries.ts';
import type { StepOf } from '../definition/definition.ts';
import { textsIn } from '../definition/texts-in.ts';
import { outcomesOf } from './outcomes.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from './step-kind.ts';

export const MAX_BODY_BYTES = 65_536;

const TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES.toLocaleString('en')} bytes.`;
const NO_ADDRESS = 'The url is not a valid web address.';
const NOBODY = 'The person no longer exists.';

/** A run, and the data about its person that a webhook may contain. */
interface RunData {
  run: RunAtStep;
  email: string;
  /** The subscription that the run acts on. */
  subscriber: SubscriberData | undefined;
  list: { id: string; name: string } | undefined;
}

/**
 * Writes a webhook delivery for each run, which continues at once. The caller's transaction prevents erasure meanwhile
 * (withoutErasing). A run whose body fails to render or is too large cannot take the step; the others can.
 */
export const takeWebhook: TakeStep<'webhook'> = async (context, step, runs) => {
  const outcomes = new Map<string, StepOutcome>();
  if (!parseUrl(step.url)) return outcomesOf(runs, () => ({ outcome: 'cannot', reason: NO_ADDRESS }));
  const found = await readRunData(context, runs);
  const bodies = await bodiesOf(context, step, found);
  const notifications = found.flatMap(({ run }, index) => {
    const body = bodies[index] as string | RenderError;
    const reason = body instanceof RenderError ? body.message : Buffer.byteLength(body) > MAX_BODY_BYTES && TOO_LARGE;
    outcomes.set(run.id, reason ? { outcome: 'cannot', reason } : { outcome: 'done' });
    return reason ? [] : [{ runId: run.id, person: run.person, body: body as string }];
  });
  await writeStepWebhookDeliveries(
    context.scope,
    { url: new URL(step.url), step: step.id, now: context.now },
    notifications,
  );
  for (const { id } of runs) if (!outcomes.has(id)) outcomes.set(id, { outcome: 'skipped', reason: NOBODY });
  return outcomes;
};

/** The JSON body for each run, or why there is none. */
async function bodiesOf(
  context: StepContext,
  step: StepOf<'webhook'>,
  found: readonly RunData[],
): Promise<(string | RenderError)[]> {
  if (step.body === undefined) return found.map((one) => JSON.stringify(usualBody(context, step, one)));
  const sources = liquidIn(step.body);
  const shared = sources.length > 0 ? await sharedValues(context) : {};
  const rendered = await renderValues(sources, shared, found.map(ownValues), context.scope.team.id);
  return rendered.map((texts) =>
    texts instanceof RenderError
      ? texts
      : JSON.stringify(withTexts(step.body, new Map(sources.map((source, index) => [source, texts[index] as string])))),
  );
}

const usualBody = ({ automation, now }: StepContext, step: StepOf<'webhook'>, { run, email, subscriber }: RunData) => ({
  type: 'automation.step',
  timestamp: now.toISOString(),
  data: {
    automation: automation.id,
    run: run.id,
    step: step.id,
    email,
    subscriber: subscriber?.id ?? null,
    event: run.event,
  },
});

/** Merge data shared by all runs. */
async function sharedValues({ scope, automation }: StepContext): Promise<Record<string, unknown>> {
  const [team] = await run<{ name: string; postal_address: string | null }>(
    scope.db,
    sql`select name, postal_address from teams where id = ${scope.team.id}::int`,
  );
  return { team, automation: { id: automation.id, name: automation.name, version: automation.version } };
}

/** Merge data of each run. */
const ownValues = ({ run, email, subscriber, list }: RunData): Record<string, unknown> => ({
  event: run.event && eventValues(run.event),
  run: { id: run.id, started_at: run.startedAt.toISOString() },
  subscriber: subscriber ? subscriberValues(subscriber) : { email },
  list: list ?? null,
});

interface Row extends Omit<SubscriberData, 'id' | 'email'> {
  index: number;
  address: string;
  id: string | null;
  email: string | null;
  listId: string | null;
  listName: string | null;
}

/** Data about the people of runs, in one statement. Erased people are missing. */
async function readRunData({ scope, subscriptionsOf }: StepContext, runs: readonly RunAtStep[]): Promise<RunData[]> {
  const subscriptions = await subscriptionsOf(runs);
  const rows = await readRows(
    scope,
    runs.map(({ id, person }) => ({ person, subscription: subscriptions.get(id)?.id ?? null })),
  );
  return rows.map(({ index, address, listId, listName, ...row }) => ({
    run: runs[index] as RunAtStep,
    email: address,
    subscriber: row.id === null ? undefined : (row as SubscriberData),
    list: listId === null ? undefined : { id: listId, name: listName as string },
  }));
}

const readRows = ({ db, team }: Scope, given: readonly { person: string; subscription: string | null }[]) =>
  run<Row>(
    db,
    sql`select given.index::int - 1 as index, p.email as address, s.id::text, s.email, s.first_name as "firstName",
          s.last_name as "lastName", s.locale, s.timezone, ${shownAttributes(sql`${team.id}::int`)} as attributes,
          s.subscribed_at as "subscribedAt", l.id::text as "listId", l.name as "listName",
          case when s.tag_ids = '{}' then '{}' else array(
            select g.name from tags g where g.team_id = ${team.id}::int and g.id = any(s.tag_ids) order by g.name) end as tags
        from unnest(${given.map(({ person }) => person)}::uuid[], ${given.map(({ subscription }) => subscription)}::uuid[])
          with ordinality as given(person, subscription, index)
        join people p on p.team_id = ${team.id}::int and p.key = given.person and p.email is not null
        left join subscribers s on s.team_id = p.team_id and s.id = given.subscription
        left join lists l on l.team_id = s.team_id and l.id = s.list_id
        order by given.index`,
  );

const LIQUID = /\{[{%]/;

/** The Liquid texts in the body of a `webhook` step, at any depth, each once. Keys do not count. */
const liquidIn = (body: unknown): string[] => [
  ...new Set(textsIn(body).flatMap(({ text }) => (LIQUID.test(text) ? [text] : []))),
];

/** The body with its texts replaced by their rendered form, looked up by source. Other values stay. */
function withTexts(body: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof body === 'string') return texts.get(body) ?? body;
  if (Array.isArray(body)) return body.map((item) => withTexts(item, texts));
  if (typeof body !== 'object' || body === null) return body;
  // Not assigned one by one: `__proto__` is a key like any other.
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withTexts(value, texts)]));
}
