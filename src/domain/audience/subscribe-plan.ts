import type { Issue } from '../../errors.ts';
import { newId, personKey } from '../../ids.ts';
import type { Json } from '../../validation/json.ts';
import { type LockedFields, readAttributes, TOO_MANY } from './attributes.ts';
import type { SubscriberRow } from './subscriber-row.ts';
import { BLOCKED } from './suppressions.ts';

export type Status = 'unconfirmed' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';

/** What the database knew before the batch. */
export interface BatchContext {
  teamId: number;
  requiresConfirmation: boolean;
  fields: LockedFields;
  suppressed: ReadonlySet<string>;
  existing: ReadonlyMap<string, { id: string; status: Status }>;
}

/** All changes that the rows of a batch ask for one person. Written once, however often the address occurs. */
export interface Change {
  id: string;
  personKey: string;
  email: string;
  isNew: boolean;
  status: Status;
  /** Whether the person joins the list now, for the first time or again. */
  joins: boolean;
  fields: { firstName?: string | null; lastName?: string | null; timezone?: string | null; locale?: string | null };
  tags: string[];
  attributes: Record<string, Json>;
  removed: Set<string>;
}

/** Takes the rows of a batch in order and collects the changes to each person's row. */
export class SubscribePlan {
  readonly changes = new Map<string, Change>();
  readonly #context: BatchContext;
  added = 0;
  updated = 0;

  constructor(context: BatchContext) {
    this.#context = context;
  }

  /** Adds one valid row. Returns the person's change, or the issues that make the row fail. */
  take(row: SubscriberRow): { change: Change } | { issues: Issue[] } {
    const attributes = readAttributes(row.attributes ?? {}, this.#context.fields.types);
    if (attributes.issues.length > 0) return { issues: attributes.issues };
    const key = personKey(this.#context.teamId, row.email);
    const known = this.changes.get(key) ?? this.#context.existing.get(key);
    const refusal = this.#context.suppressed.has(row.email) ? BLOCKED : refusalFor(known?.status, row);
    if (refusal) return { issues: [{ path: ['email'], problem: refusal }] };
    const beyond = this.#context.fields.declare(Object.keys(attributes.values));
    if (beyond.length > 0) return { issues: beyond.map((key) => ({ path: ['attributes', key], problem: TOO_MANY })) };

    if (known) this.updated += 1;
    else this.added += 1;
    const change = this.changes.get(key) ?? this.#begin(key, row.email);
    if (change.status === 'unsubscribed' || change.status === 'bounced') this.#join(change);
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
    return { change };
  }

  #begin(key: string, email: string): Change {
    const existing = this.#context.existing.get(key);
    const change: Change = {
      id: existing?.id ?? newId(),
      personKey: key,
      email,
      isNew: !existing,
      status: existing?.status ?? 'unconfirmed',
      joins: false,
      fields: {},
      tags: [],
      attributes: {},
      removed: new Set(),
    };
    if (!existing) this.#join(change);
    this.changes.set(key, change);
    return change;
  }

  #join(change: Change): void {
    change.status = this.#context.requiresConfirmation ? 'unconfirmed' : 'subscribed';
    change.joins = true;
  }
}

function refusalFor(status: Status | undefined, row: SubscriberRow): string | undefined {
  if (status === 'complained') return COMPLAINED;
  return row.resubscribe ? undefined : RESUBSCRIBE[status ?? 'subscribed'];
}

const COMPLAINED = 'The person has complained about messages from this list. They cannot be subscribed again.';

const RESUBSCRIBE: { [S in Status]?: string } = {
  unsubscribed: 'The person has unsubscribed from this list. Send resubscribe: true to subscribe them again.',
  bounced: 'A message to this address has bounced. Send resubscribe: true to subscribe the person again.',
};
