import {
  type Action,
  type Definition,
  type Group,
  type Naive,
  type Rule,
  SLOT_MS,
  type Step,
  type Where,
  type Window,
} from './cases.ts';

// The specification of automations, person by person and step by step, without the product's own code.

/** The result of a run. Times in milliseconds. */
export interface Ran {
  startedAt: number;
  state: string;
  exitReason: string | null;
  endedAt: number | null;
  /** `step outcome branch time`, in order. */
  steps: string[];
}

export interface Story {
  runs: Ran[];
  tags: string[];
  city: string | null;
  subscribed: boolean;
  /** Whether they are on the other list. */
  onOther: boolean;
  /** How many e-mails they got. */
  mails: number;
  /** How many webhook calls were queued. */
  webhooks: number;
}

interface Recorded {
  name: string;
  n: number;
  created: number;
  occurred: number;
}

interface Run extends Ran {
  trigger: Recorded;
  /** Its position; undefined before the first step. */
  at: Place | undefined;
  entered: number;
  until: number | null;
  due: number;
}

/** A step, and the steps after it. */
interface Place {
  step: Step;
  next: Place | null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const DURATIONS: Record<string, number> = {
  ...{ PT30M: HOUR / 2, PT1H: HOUR, PT2H: 2 * HOUR, PT12H: 12 * HOUR, P1D: DAY, P2D: 2 * DAY },
};
const lasts = (duration: string): number => {
  const found = DURATIONS[duration];
  if (found === undefined) throw new Error(`unknown duration ${duration}`);
  return found;
};

/** `branchOf` returns the branch of a split for the person, by the step's id. */
export function interpret(
  { definition, history, zone }: Naive,
  start: number,
  branchOf: (step: string) => string,
): Story {
  const world = new World(definition, zone === 'UTC' ? 0 : 9 * HOUR, branchOf);
  const actions = history.map((action) => ({ action, at: start + action.slot * SLOT_MS }));
  for (;;) {
    const due = Math.min(actions[0]?.at ?? Number.POSITIVE_INFINITY, ...world.active.map(({ due }) => due));
    if (due === Number.POSITIVE_INFINITY) return world.story();
    world.now = due;
    while (actions[0]?.at === due) world.happen(actions.shift()!.action);
    world.deal();
  }
}

class World {
  now = 0;
  readonly #definition: Definition;
  readonly #zone: number;
  readonly #branchOf: (step: string) => string;
  readonly #runs: Run[] = [];
  readonly #events: Recorded[] = [];
  readonly #references = new Set<number>();
  readonly #tags = new Set<string>();
  #city: string | null = null;
  #left: number | null = null;
  #onOther = false;
  #mails = 0;
  #webhooks = 0;
  /** Recorded and not processed yet. */
  #new: Recorded[] = [];
  #hasLeft = false;

  constructor(definition: Definition, zone: number, branchOf: (step: string) => string) {
    this.#definition = definition;
    this.#zone = zone;
    this.#branchOf = branchOf;
  }

  get active(): Run[] {
    return this.#runs.filter(({ state }) => state === 'active');
  }

  story(): Story {
    const runs = this.#runs.map(({ startedAt, state, exitReason, endedAt, steps }) => ({
      ...{ startedAt, state, exitReason, endedAt, steps },
    }));
    const stands = {
      subscribed: this.#left === null,
      onOther: this.#onOther,
      mails: this.#mails,
      webhooks: this.#webhooks,
    };
    return { runs, tags: [...this.#tags].sort(), city: this.#city, ...stands };
  }

  happen(action: Action): void {
    if (action.does === 'leave') this.#leave();
    else if (action.does === 'tag') this.#tags.add(action.tag);
    else if (action.does === 'untag') this.#tags.delete(action.tag);
    else if (action.does === 'event') {
      if (action.reference !== null && this.#references.has(action.reference)) return;
      if (action.reference !== null) this.#references.add(action.reference);
      const event = {
        name: action.name,
        n: action.n,
        created: this.now,
        occurred: this.now - action.secondsAgo * 1_000,
      };
      this.#events.push(event);
      this.#new.push(event);
    }
  }

  /** Starts runs, and advances all of them as far as possible now. */
  deal(): void {
    for (;;) {
      const recorded = this.#new.splice(0);
      const isSignalled = this.#hasLeft || recorded.some(({ name }) => this.#listened.has(name));
      this.#hasLeft = false;
      for (const event of recorded) this.#start(event);
      if (isSignalled) for (const run of this.active) if (run.until !== null) run.due = Math.min(run.due, this.now);
      const due = this.active.filter((run) => run.due <= this.now);
      if (due.length === 0 && this.#new.length === 0 && !this.#hasLeft) return;
      this.#move(due);
    }
  }

  get #listened(): Set<string> {
    const inSteps = (steps: Step[]): string[] =>
      steps.flatMap((step) => {
        if (step.type === 'wait_for') return [step.event.name, ...inSteps(step.then), ...inSteps(step.else)];
        if (step.type === 'condition') return [...inSteps(step.then), ...inSteps(step.else)];
        return step.type === 'split' ? step.branches.flatMap(({ steps }) => inSteps(steps)) : [];
      });
    const { trigger, exits, steps } = this.#definition;
    return new Set([
      trigger.name,
      ...exits.flatMap((one) => (one.type === 'event' ? [one.name] : [])),
      ...inSteps(steps),
    ]);
  }

  #leave(): void {
    if (this.#left !== null) return;
    this.#left = this.now;
    this.#hasLeft = true;
  }

  #start(event: Recorded): void {
    const { trigger, entry } = this.#definition;
    if (event.name !== trigger.name || !fits(event, trigger.where) || event.occurred < event.created - DAY) return;
    if (entry.if && !this.#holds(entry.if, event)) return;
    if (entry.again === 'never' && this.#runs.length > 0) return;
    if (entry.again === 'after_end' && this.active.length > 0) return;
    const { not_within: within } = entry;
    const counts = (run: Run) => entry.again !== 'restart' || this.#weighs(run);
    if (within && this.#runs.some((run) => run.startedAt > this.now - lasts(within) && counts(run))) return;
    if (entry.again === 'restart') {
      if (this.active.some(({ trigger }) => trigger.occurred > event.occurred)) return;
      for (const run of this.active) this.#end(run, 'exited', 'restarted');
    }
    this.#runs.push({
      ...{ trigger: event, startedAt: this.now, state: 'active', exitReason: null, endedAt: null, steps: [] },
      ...{ at: undefined, entered: this.now, until: null, due: this.now },
    });
  }

  /** Whether a run that a newer event replaces did more than wait. */
  #weighs({ state, exitReason, steps }: Run): boolean {
    const quiet = ['wait', 'wait_for', 'condition', 'split', 'exit'];
    const types = typesOf(this.#definition.steps);
    if (state !== 'active' && exitReason !== 'restarted') return true;
    return steps.some((step) => !quiet.includes(types.get(step.split(' ')[0] as string) as string));
  }

  /** All runs at a step execute it together, the steps in document order. */
  #move(runs: Run[]): void {
    const going = runs.filter((run) => {
      const reason = this.#left !== null && this.#left > run.startedAt ? 'unsubscribed' : this.#exitOf(run);
      if (reason) this.#end(run, 'exited', reason);
      return !reason;
    });
    const walking = new Set<Run>();
    for (const run of going) {
      if (run.at === undefined) this.#arrive(run, placeOf(this.#definition.steps, null));
      if (run.state === 'active') walking.add(run);
    }
    while (walking.size > 0) {
      const first = Math.min(...[...walking].map(({ at }) => Number(at!.step.id.slice(1))));
      for (const run of [...walking].filter(({ at }) => Number(at!.step.id.slice(1)) === first)) {
        if (!this.#take(run)) walking.delete(run);
      }
    }
  }

  #exitOf(run: Run): string | undefined {
    for (const exit of this.#definition.exits) {
      const holds =
        exit.type === 'segment'
          ? this.#holds(exit.if, run.trigger)
          : this.#happened(run, exit.name, exit.where, run.startedAt, this.now);
      if (holds) return exit.goal ? 'goal' : 'exit';
    }
    return undefined;
  }

  /** An event counts if it was recorded since, and happened since (clocks may differ by five seconds) and before the end. */
  #happened(run: Run, name: string, where: Where[] | undefined, since: number, until: number): boolean {
    return this.#events.some(
      (event) =>
        event !== run.trigger &&
        event.name === name &&
        fits(event, where, run.trigger) &&
        event.created >= since &&
        event.occurred >= since - 5_000 &&
        event.occurred <= until,
    );
  }

  /** Whether the run continues now. */
  #take(run: Run): boolean {
    const { step } = run.at as Place;
    if (step.type === 'wait' || step.type === 'wait_for') {
      const branch = this.#wait(run, step);
      if (branch === undefined) return false;
      return this.#pass(run, branch);
    }
    if (step.type === 'condition') return this.#pass(run, this.#holds(step.if, run.trigger) ? 'then' : 'else');
    if (step.type === 'split') return this.#pass(run, this.#branchOf(step.id));
    if (step.type === 'exit') {
      run.steps.push(`${step.id} done - ${this.now}`);
      this.#end(run, 'exited', 'exit');
      return false;
    }
    if (step.type === 'send' && !this.#isOpen(run, step)) return false;
    if (step.type === 'send' && this.#left !== null) {
      run.steps.push(`${step.id} skipped - ${this.now}`);
      this.#end(run, 'exited', 'not_subscribed');
      return false;
    }
    // Unsubscribed people return only by themselves.
    if (step.type === 'subscribe' && step.list === '' && this.#left !== null) return this.#pass(run, null, 'skipped');
    if (step.type === 'send') this.#mails += 1;
    else if (step.type === 'subscribe') this.#onOther ||= step.list === 'other';
    else if (step.type === 'add_tags') for (const tag of step.tags) this.#tags.add(tag);
    else if (step.type === 'remove_tags') for (const tag of step.tags) this.#tags.delete(tag);
    else if (step.type === 'set_attribute') this.#city = step.value;
    else if (step.type === 'webhook') this.#webhooks += 1;
    else if (step.type === 'unsubscribe') this.#leave();
    else step satisfies never;
    return this.#pass(run, null);
  }

  /** The branch (null: none) by which it continues; undefined: it waits. */
  #wait(run: Run, step: Step & { type: 'wait' | 'wait_for' }): string | null | undefined {
    if (step.type === 'wait') {
      run.until ??= step.for ? this.now + lasts(step.for) : this.#nextTime(step.until!);
      run.due = run.until;
      return run.until <= this.now ? null : undefined;
    }
    if (run.until === null) {
      run.until = this.now + lasts(step.timeout);
      run.due = this.now; // Events that arrived while it was on its way here must not be missed.
      return undefined;
    }
    const until = Math.min(run.until, this.now);
    if (this.#happened(run, step.event.name, step.event.where, run.entered, until)) return 'then';
    run.due = run.until;
    return run.until <= this.now ? 'else' : undefined;
  }

  /** Whether an e-mail may be sent now; otherwise the run waits. */
  #isOpen(run: Run, { send_window: own }: Step & { type: 'send' }): boolean {
    const window = own === undefined ? this.#definition.send_window : own;
    if (!window) return true;
    let opening = this.now;
    while (!isWithin(new Date(opening + this.#zone), window)) opening += SLOT_MS;
    if (opening === this.now) return true;
    run.until = opening;
    run.due = opening;
    return false;
  }

  #nextTime({ time, weekdays }: { time: string; weekdays?: string[] }): number {
    const [hours, minutes] = time.split(':').map(Number) as [number, number];
    for (let moment = this.now; ; moment += SLOT_MS) {
      const local = new Date(moment + this.#zone);
      const fits = local.getUTCHours() === hours && local.getUTCMinutes() === minutes;
      if (fits && (!weekdays || weekdays.includes(NAMES[local.getUTCDay()] as string))) return moment;
    }
  }

  #pass(run: Run, branch: string | null, outcome = 'done'): boolean {
    const { step, next } = run.at as Place;
    run.steps.push(`${step.id} ${outcome} ${branch ?? '-'} ${this.now}`);
    this.#arrive(run, branch === null ? next : placeOf(stepsOf(step, branch), next));
    return run.state === 'active';
  }

  #arrive(run: Run, place: Place | null): void {
    if (place === null) this.#end(run, 'completed', null);
    else Object.assign(run, { at: place, entered: this.now, until: null });
  }

  #end(run: Run, state: string, reason: string | null): void {
    run.state = state;
    run.exitReason = reason;
    run.endedAt = this.now;
  }

  #holds({ operator, rules }: Group, trigger: Recorded): boolean {
    return rules[operator === 'and' ? 'every' : 'some']((rule) => this.#ruleHolds(rule, trigger));
  }

  #ruleHolds(rule: Rule, trigger: Recorded): boolean {
    if (rule.type === 'tags') return rule.value.some((tag) => this.#tags.has(tag)) === (rule.operator === 'has_any');
    if (rule.type === 'trigger_event') return fits(trigger, [rule], trigger);
    return rule.operator === 'is_set' ? this.#city !== null : this.#city === rule.value;
  }
}

const fits = ({ n }: Recorded, where: readonly Pick<Where, 'operator' | 'value'>[] = [], trigger?: Recorded): boolean =>
  where.every(({ operator, value }) => {
    const other = typeof value === 'number' ? value : trigger!.n;
    return operator === 'equals' ? n === other : operator === 'gte' ? n >= other : n < other;
  });

/** The first of the steps, with the steps after all of them. */
function placeOf([step, ...others]: Step[], after: Place | null): Place | null {
  return step ? { step, next: placeOf(others, after) } : after;
}

const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Whether a local time lies in a window, which belongs to the weekday on which it opens. */
function isWithin(local: Date, { from, to, weekdays }: Window): boolean {
  const time = local.toISOString().slice(11, 16);
  const isOf = (day: number) => !weekdays || weekdays.includes(NAMES[(day + 7) % 7] as string);
  const today = local.getUTCDay();
  if (from < to) return time >= from && time < to && isOf(today);
  return (time >= from && isOf(today)) || (time < to && isOf(today - 1));
}

const typesOf = (steps: Step[]): Map<string, string> =>
  new Map(
    steps.flatMap((step) => [
      [step.id, step.type] as const,
      ...['then', 'else', 'one', 'two', 'three'].flatMap((branch) => [...typesOf(stepsOf(step, branch))]),
    ]),
  );

function stepsOf(step: Step, branch: string): Step[] {
  if (step.type === 'split') return step.branches.find(({ name }) => name === branch)?.steps ?? [];
  if (step.type === 'wait_for' || step.type === 'condition')
    return branch === 'then' ? step.then : branch === 'else' ? step.else : [];
  return [];
}
