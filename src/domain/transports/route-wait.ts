import type { Database } from '../../database/connect.ts';
import type { RouteTable } from './route-table.ts';
import type { SendRoute } from './send-route.ts';

/** A message with its resolved route. */
export interface Routed {
  route: SendRoute;
}

export const ROUTE_REASONS = [
  ...(['transport_paused', 'domain_paused', 'domain_limit', 'transport_limit', 'daily_limit'] as const),
] as const;

/** Why a message may not be sent by its route now. */
export interface RouteWait {
  why: (typeof ROUTE_REASONS)[number];
  seconds: number;
  /** Of a pause: seconds since the transport or domain last accepted a message. */
  failingFor?: number;
  /** Of a limit: whether its waiting messages have different times. */
  isSpaced?: boolean;
}

/** What the conditions are checked against. */
export interface RouteFacts {
  db: Database;
  table: RouteTable;
  isBulk: boolean;
  /** Whether the open messages are sent now, and use up limits. Otherwise nothing changes. */
  takes: boolean;
}

/** Something that may keep messages from being sent by their routes. */
export interface RouteCondition {
  /** What each message waits for; undefined for messages that need not wait. */
  check(messages: readonly Routed[], facts: RouteFacts): Waits | Promise<Waits>;
  /** Returns what `check` took for messages that a later condition holds back. */
  undo?(messages: readonly Routed[], facts: RouteFacts): Promise<void>;
}

type Waits = readonly (RouteWait | undefined)[];
