import type { Issue } from '../../errors.ts';
import { newId, personKey } from '../../ids.ts';
import type { Json } from '../../validation/json.ts';
import { type LockedFields, readAttributes, TOO_MANY } from './attributes.ts';
import { endedBy, hasEnded, type PlannedRow, type SkippedValue, type Terms } from './import-terms.ts';
import type { Reported } from './suppress-reported.ts';
import { BLOCKED, type Suppression } from './suppressions.ts';

export type Status = 'unconfirmed' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';

/** The state of the database before the batch. */
export interface BatchContext {
  teamId: number;
  requiresConfirmation: boolean;
  terms: Terms;
  fields: LockedFields;
  suppressed: ReadonlyMap<string, Suppression>;
  /** `isOwn`: an earlier row of this import added them. */
  existing: ReadonlyMap<string, { id: string; status: Status; isOwn: boolean }>;
}

/** All changes for one person by the rows of a batch. Written once, however often the address occurs. */
export interface Change {
  id: string;
  personKey: string;
  email: string;
  isNew: boolean;
  status: Status;
  /** Whether the person joins the list now, for the first time or again. Staying unconfirmed does not count. */
  joins: boolean;
  /** When they joined or left elsewhere; null: now, or unknown. */
  subscribedAt: string | null;
  unsubscribedAt: string | null;
  consent: string | null;
  fields: { firstName?: string | null; lastName?: string | null; timezone?: string | null; locale?: string | null };
  tags: string[];
  attributes: Record<string, Json>;
  removed: Set<string>;
}

/**
 * `adds`: the row is the first of a person who is new to the list. `outcome`: `subscribed`, or the person's resulting
 * status if the row sets another.
 */
export type Planned = { change: Change; adds: boolean; outcome: Status; skipped: SkippedValue[] } | { issues: Issue[] };

/** Processes the rows of a batch in order and collects the changes for each person. */
export class SubscribePlan {
  readonly changes = new Map<string, Change>();
  /** Addresses that bounced or complained according to the rows: they will be suppressed. */
  readonly reported = new Map<string, Reported>();
  readonly #context: BatchContext;

  constructor(context: BatchContext) {
    this.#context = context;
  }

  /** Adds one valid row. Returns the person's change with the values left out, or the issues that make the row fail. */
  take(row: PlannedRow): Planned {
    const { teamId, terms, fields, existing } = this.#context;
    const attributes = readAttributes(row.attributes ?? {}, fields.types);
    const unfit = attributes.issues;
    const key = personKey(teamId, row.email);
    const begun = this.changes.get(key);
    const known = begun ?? existing.get(key);
    const isOwn = begun?.joins === true || existing.get(key)?.isOwn === true;
    const refusal = this.#isBlocked(row)
      ? { path: ['email'], problem: BLOCKED }
      : refusalFor(known?.status, row, isOwn);
    if (refusal || (unfit.length > 0 && !terms.skipInvalid)) {
      return { issues: refusal ? [refusal, ...unfit] : unfit };
    }
    const beyond = fields.declare(Object.keys(attributes.values)).map((key) => ({
      path: ['attributes', key],
      problem: TOO_MANY,
    }));
    if (beyond.length > 0 && !terms.skipInvalid) return { issues: beyond };
    for (const { path } of beyond) delete attributes.values[path[1]!];
    if (beyond.length > 0) fields.declare(Object.keys(attributes.values));

    const change = begun ?? this.#begin(key, row);
    this.#subscribe(change, row);
    this.#report(row);
    for (const name of ['firstName', 'lastName', 'timezone', 'locale'] as const) {
      if (row[name] !== undefined) change.fields[name] = row[name];
    }
    change.tags.push(...(row.tags ?? []));
    for (const name of attributes.removed) {
      change.removed.add(name);
      delete change.attributes[name];
    }
    for (const [name, value] of Object.entries(attributes.values)) {
      change.removed.delete(name);
      change.attributes[name] = value;
    }
    const skipped = [...unfit, ...beyond].map((issue) => ({ ...issue, value: valueAt(row, issue) }));
    return { change, adds: !known, outcome: outcomeOf(change, row), skipped };
  }

  #isBlocked(row: PlannedRow): boolean {
    const suppression = this.#context.suppressed.get(row.email);
    return isRefused(row, suppression) || (this.reported.has(row.email) && !hasEnded(row.standing?.status));
  }

  #report({ email, standing }: PlannedRow): void {
    if (standing?.status === 'complained') this.reported.set(email, 'complaint');
    else if (standing?.status === 'bounced' && !this.reported.has(email)) this.reported.set(email, 'hard_bounce');
  }

  #begin(key: string, row: PlannedRow): Change {
    const existing = this.#context.existing.get(key);
    const ended = hasEnded(row.standing?.status);
    const change: Change = {
      id: existing?.id ?? newId(),
      personKey: key,
      email: row.email,
      isNew: !existing,
      status: existing?.status ?? (ended ? (row.standing?.status as Status) : 'unconfirmed'),
      joins: false,
      subscribedAt: ended ? (row.standing?.subscribedAt ?? null) : null,
      unsubscribedAt: ended ? (row.standing?.unsubscribedAt ?? null) : null,
      consent: null,
      fields: {},
      tags: [],
      attributes: {},
      removed: new Set(),
    };
    if (!existing && !ended) this.#join(change, row);
    this.changes.set(key, change);
    return change;
  }

  /** Restores people who left, confirms pending ones as far as allowed, and leaves others unchanged. */
  #subscribe(change: Change, row: PlannedRow): void {
    const { status } = row.standing ?? {};
    if (hasEnded(status)) this.#end(change, status, row);
    else if (change.status === 'unsubscribed' || change.status === 'bounced') this.#join(change, row);
    else if (change.status === 'unconfirmed' && this.#confirms(row)) this.#join(change, row);
  }

  /** Ends the subscription, keeping the stronger status of a person who had already left. */
  #end(change: Change, status: Status, { standing }: PlannedRow): void {
    const before = change.status;
    change.status = endedBy(before, status);
    if (change.status === before) return;
    change.joins = false;
    change.unsubscribedAt = standing?.unsubscribedAt ?? null;
  }

  #join(change: Change, row: PlannedRow): void {
    const { terms, requiresConfirmation } = this.#context;
    const staysUnconfirmed = row.standing?.status === 'unconfirmed';
    const waits = staysUnconfirmed || (requiresConfirmation && !this.#confirms(row));
    change.status = waits ? 'unconfirmed' : 'subscribed';
    change.joins = !staysUnconfirmed;
    change.subscribedAt = change.status === 'subscribed' ? (row.standing?.subscribedAt ?? null) : null;
    change.unsubscribedAt = null;
    change.consent = row.standing?.consent ?? terms.consent;
  }

  /** Whether the row subscribes its person without double opt-in. */
  #confirms({ standing }: PlannedRow): boolean {
    if (standing?.status === 'unconfirmed') return false;
    const { terms, requiresConfirmation } = this.#context;
    return (standing?.confirmed ?? terms.confirmed) || (standing?.status === 'subscribed' && !requiresConfirmation);
  }
}

const outcomeOf = ({ status }: Change, { standing }: PlannedRow): Status =>
  standing?.status === 'unconfirmed' || hasEnded(standing?.status) ? status : 'subscribed';

/**
 * Whether a suppression refuses the row. A row that says that the person left is accepted, as nothing is sent. Nothing is
 * stored about erased people.
 */
export const isRefused = ({ standing }: PlannedRow, suppression: Suppression | undefined): boolean =>
  suppression !== undefined && (suppression.reason === 'erased' || !hasEnded(standing?.status));

/** The attribute of an issue, as sent. */
function valueAt(row: PlannedRow, { path: [, key] }: Issue): string {
  const value = row.attributes?.[key as string];
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function refusalFor(status: Status | undefined, row: PlannedRow, isOwn: boolean): Issue | undefined {
  const { unlessOwn } = row.standing ?? {};
  if (unlessOwn !== undefined) return isOwn && !hasEnded(status) ? undefined : { path: ['status'], problem: unlessOwn };
  if (hasEnded(row.standing?.status)) return undefined;
  if (status === 'complained') return { path: ['email'], problem: COMPLAINED };
  const problem = row.resubscribe ? undefined : RESUBSCRIBE[status ?? 'subscribed'];
  return problem === undefined ? undefined : { path: ['email'], problem };
}

const COMPLAINED = 'The person marked a message from this list as spam. They cannot be subscribed again.';

const RESUBSCRIBE: { [S in Status]?: string } = {
  unsubscribed: 'The person has unsubscribed from this list. Send resubscribe: true to subscribe them again.',
  bounced: 'A message to this address has bounced. Send resubscribe: true to subscribe the person again.',
};
