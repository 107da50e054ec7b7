import type { Definition, Exit, Step } from './definition.ts';

/** A step, and the steps it leads to. */
export interface Instruction {
  /** An e-mail carries the window that applies to it. */
  step: Step;
  /** Its position: a person takes steps in ascending order. */
  number: number;
  /** The step after it. Null: the end. */
  next: string | null;
  /**
   * The target of each branch (`then`, `else`, or the name of a split's branch): its first step, or the step after this
   * one.
   */
  branches: ReadonlyMap<string, string | null>;
}

/** A definition without nesting, for the workers. */
export interface Program {
  first: string | null;
  exits: readonly Exit[];
  instructions: ReadonlyMap<string, Instruction>;
}

/** Flattens the steps of a definition. Their ids are unique. */
export function compileProgram({
  steps,
  exits,
  send_window: usual,
}: Pick<Definition, 'steps' | 'exits' | 'send_window'>): Program {
  const instructions = new Map<string, Instruction>();
  let number = 0;

  const layOut = (list: readonly Step[], after: string | null): string | null => {
    for (const [index, step] of list.entries()) {
      const next = list[index + 1]?.id ?? after;
      const branches = new Map<string, string | null>();
      instructions.set(step.id, { step: inWindow(step, usual), number: number++, next, branches });
      for (const { name, steps: inner } of branchesOf(step)) branches.set(name, layOut(inner, next));
    }
    return list[0]?.id ?? after;
  };

  return { first: layOut(steps, null), exits, instructions };
}

const inWindow = (step: Step, usual: Definition['send_window']): Step =>
  step.type === 'send' && step.send_window === undefined && usual ? { ...step, send_window: usual } : step;

/** The branches of a step, in order. */
export function branchesOf(step: Step): { name: string; steps: Step[] }[] {
  if (step.type === 'split') return step.branches;
  if (step.type !== 'condition' && step.type !== 'wait_for') return [];
  return [
    { name: 'then', steps: step.then },
    { name: 'else', steps: step.else },
  ];
}
