import type { Group } from '../../segments/conditions.ts';
import type { PropertyCondition } from '../../segments/property-condition.ts';

// The definition of an automation in normal form, as sent and shown, with an id for each step. Durations are ISO 8601.

export interface Definition {
  trigger: Trigger;
  entry: Entry;
  exits: Exit[];
  steps: Step[];
  /** When e-mails may be sent, in each person's time zone. Absent: at any time. */
  send_window?: SendWindow;
}

/** Times of day between which e-mails are sent, as in campaigns. */
export interface SendWindow {
  /** Such as 08:00. */
  from: string;
  /** Exclusive. If before `from`, it is on the next day. */
  to: string;
  /** Days on which it opens. Absent: every day. */
  weekdays?: string[];
}

/** An event name, and conditions on its properties that must all match. */
export interface NamedEvent {
  name: string;
  where?: PropertyCondition[];
}

export type Trigger =
  | ({ type: 'event'; max_age: string } & NamedEvent)
  | { type: 'subscribed' | 'confirmed' | 'unsubscribed'; imports: boolean }
  | { type: 'tag_added' | 'tag_removed'; tag: string; imports: boolean }
  | { type: 'segment_entered' | 'segment_left'; segment: string; include_existing: boolean }
  | { type: 'date'; field: string; offset: string; at: string; every_year: boolean }
  | { type: 'opened' | 'clicked'; campaign?: string; template?: string; url?: string }
  | { type: 'api' };

/** Whether and when the same person may enter again. `restart`: a newer event ends the active run and starts a new one. */
export type Again = 'never' | 'after_end' | 'always' | 'restart';

export interface Entry {
  again: Again;
  not_within?: string;
  if?: Group;
}

/** Ends a run at any step. */
export type Exit = { goal: boolean } & (({ type: 'event' } & NamedEvent) | { type: 'segment'; if: Group });

export type Step =
  | ({ type: 'send' } & Named & SendKeys)
  | ({ type: 'wait' } & Named & WaitKeys)
  | ({ type: 'wait_for'; event: NamedEvent; timeout: string; then: Step[]; else: Step[] } & Named)
  | ({ type: 'condition'; if: Group; then: Step[]; else: Step[] } & Named)
  | ({ type: 'split'; branches: Branch[] } & Named)
  | ({ type: 'add_tags' | 'remove_tags'; tags: string[] } & Named)
  | ({ type: 'set_attribute'; key: string; value: string | number | boolean | null } & Named)
  | ({ type: 'subscribe' | 'unsubscribe'; list: string } & Named)
  | ({ type: 'webhook'; url: string; body?: unknown } & Named)
  | ({ type: 'exit' } & Named);

interface Named {
  id: string;
}

export interface SendKeys {
  template: string;
  subject?: string;
  from_email?: string;
  from_name?: string;
  tracking?: boolean;
  transactional?: boolean;
  /** Whether a variable without a value stops the e-mail. Absent: the template decides. */
  strict?: boolean;
  /** Overrides the automation's window. Null: at any time. */
  send_window?: SendWindow | null;
}

/** Exactly one of `for`, `until` and `until_attribute`. */
export interface WaitKeys {
  for?: string;
  until?: { time: string; weekdays?: string[] };
  until_attribute?: string;
  /** With `until_attribute`; may be negative. */
  offset?: string;
  time?: string;
}

export interface Branch {
  name: string;
  percent: number;
  steps: Step[];
}

export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Only<Step, Type>;
export type TriggerOf<Type extends Trigger['type']> = Only<Trigger, Type>;

/** The member of a union with this type; `Extract` finds none if several types share a shape. */
type Only<Part extends { type: string }, Type extends string> = Part extends unknown
  ? Type extends Part['type']
    ? Part & { type: Type }
    : never
  : never;
