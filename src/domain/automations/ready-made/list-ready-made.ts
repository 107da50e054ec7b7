import type { Step } from '../definition/definition.ts';
import { branchesOf } from '../definition/program.ts';
import { abandonedCart } from './abandoned-cart.ts';
import { birthday } from './birthday.ts';
import { browseAbandonment } from './browse-abandonment.ts';
import { postPurchase } from './post-purchase.ts';
import type { ReadyMadeAutomation } from './ready-made-automation.ts';
import { welcome } from './welcome.ts';
import { winBack } from './win-back.ts';

/** The ready-made automations, in display order. */
export const READY_MADE: readonly ReadyMadeAutomation[] = [
  ...[abandonedCart, welcome, winBack, birthday, postPurchase, browseAbandonment],
];

/** A ready-made automation by its key, if it exists. */
export const findReadyMade = (key: string): ReadyMadeAutomation | undefined =>
  READY_MADE.find((one) => one.key === key);

/** The names of the templates that steps send, at any depth. */
export const templatesSent = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => [
    ...(step.type === 'send' ? [step.template] : []),
    ...branchesOf(step).flatMap(({ steps: inner }) => templatesSent(inner)),
  ]);
