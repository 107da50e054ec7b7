import type { Step } from '../definition/definition.ts';

/** Renames the templates that steps send, at any depth. */
export const withTemplates = (steps: readonly Step[], names: ReadonlyMap<string, string>): Step[] =>
  steps.map((step): Step => {
    switch (step.type) {
      case 'send':
        return { ...step, template: names.get(step.template) ?? step.template };
      case 'condition':
      case 'wait_for':
        return { ...step, then: withTemplates(step.then, names), else: withTemplates(step.else, names) };
      case 'split':
        return {
          ...step,
          branches: step.branches.map((branch) => ({ ...branch, steps: withTemplates(branch.steps, names) })),
        };
      default:
        return step;
    }
  });
