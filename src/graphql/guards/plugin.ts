import type { Plugin } from 'graphql-yoga';
import { costOf, eventCostOf } from './cost.ts';
import { introspectionProblem } from './introspection.ts';
import { LIMITS, refusal } from './limits.ts';
import { narrowRefusal } from './narrow.ts';
import { parseWithinLimits, refuseLong } from './parse-within-limits.ts';
import { shapeProblem } from './shape.ts';

/** Refuses operations that would take too much time or memory, at the earliest possible step. */
export const guards: Plugin = {
  onParse: ({ params, setParseFn }) => {
    refuseLong(String(params.source));
    setParseFn(parseWithinLimits);
  },
  onValidate: ({ params, setResult }) => {
    const problem = shapeProblem(params.documentAST) ?? introspectionProblem(params.documentAST);
    if (problem) setResult([refusal(problem)]);
  },
  onExecute: ({ args, setResultAndStopExecution }) => {
    const refused = narrowRefusal(args);
    if (refused) return setResultAndStopExecution({ errors: [refused] });
    const cost = costOf(args);
    if (cost > LIMITS.cost) setResultAndStopExecution({ errors: [tooCostly(cost)] });
  },
  onSubscribe: ({ args, setResultAndStopExecution }) => {
    const cost = eventCostOf(args);
    if (cost > LIMITS.eventCost) setResultAndStopExecution({ errors: [tooCostlyToFollow(cost)] });
  },
};

const tooCostly = (cost: number) =>
  refusal(
    `The operation requests too much data: its pages and their fields add up to ${cost} values, and at most ${LIMITS.cost} are possible. Request fewer fields or smaller pages.`,
    { cost, maximumCost: LIMITS.cost },
  );

const tooCostlyToFollow = (cost: number) =>
  refusal(
    `The subscription requests too much data: each event would contain ${cost} values, and at most ${LIMITS.eventCost} are possible. Request ids, and query the rest when you need it.`,
    { cost, maximumCost: LIMITS.eventCost },
  );
