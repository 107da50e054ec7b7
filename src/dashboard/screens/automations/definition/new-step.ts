import { branchesOf, type Step, type StepType, withBranch } from './step.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 8;

/** A random id for a step. By this id, people in progress keep their step when the definition changes. */
const newStepId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS[byte % LETTERS.length]).join('');

const everyone = { operator: 'and', rules: [] };

const BLANK: Record<StepType, () => object> = {
  send: () => ({ template: '' }),
  wait: () => ({ for: 'P1D' }),
  wait_for: () => ({ event: { name: '' }, timeout: 'P3D', then: [], else: [] }),
  condition: () => ({ if: everyone, then: [], else: [] }),
  split: () => ({ branches: ['A', 'B'].map((name) => ({ name, percent: 50, steps: [] })) }),
  add_tags: () => ({ tags: [] }),
  remove_tags: () => ({ tags: [] }),
  set_attribute: () => ({ key: '', value: '' }),
  subscribe: () => ({ list: '' }),
  unsubscribe: () => ({ list: '' }),
  webhook: () => ({ url: '' }),
  exit: () => ({}),
};

/** A step of a type that is still to be filled in. */
export const newStep = (type: StepType): Step => ({ id: newStepId(), type, ...BLANK[type]() });

/** A copy with new ids for the step and its nested steps. */
export const copyOf = (step: Step): Step =>
  branchesOf(step).reduce((copy, { branchKey, steps }) => withBranch(copy, branchKey, steps.map(copyOf)), {
    ...step,
    id: newStepId(),
  });
