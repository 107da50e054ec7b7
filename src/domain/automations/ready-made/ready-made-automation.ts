import type { Definition, Exit, Step, Trigger } from '../definition/definition.ts';

/** An automation to start from. A team copies it and changes the copy. */
export interface ReadyMadeAutomation extends Definition {
  /** Stays the same when the name changes. */
  key: string;
  name: string;
  /** Its purpose and requirements. */
  description: string;
}

/** Starts at an event that is recorded within a day. */
export const onEvent = (name: string): Trigger => ({ type: 'event', name, max_age: 'P1D' });

/** Ends a run at an event. */
export const until = (name: string, goal: boolean): Exit => ({ type: 'event', name, goal });

export const wait = (id: string, duration: string): Step => ({ id, type: 'wait', for: duration });

/** Sends a ready-made template, by its name. */
export const send = (id: string, { name }: { name: string }): Step => ({ id, type: 'send', template: name });
