import { type ExecutionArgs, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { costOf } from './cost.ts';
import { introspectionProblem } from './introspection.ts';
import { LIMITS, refusal } from './limits.ts';
import { narrowRefusal } from './narrow.ts';
import { shapeProblem } from './shape.ts';

/** Refuses operations that would take too much time or memory, at the earliest possible step. */
export const guards: Plugin = {
  onParse: ({ params, setParseFn }) => {
    if (String(params.source).length > LIMITS.characters) {
      throw refusal(`The document must not be longer than ${LIMITS.characters} characters.`);
    }
    setParseFn(parseWithinLimits);
  },
  onValidate: ({ params, setResult }) => {
    const problem = shapeProblem(params.documentAST) ?? introspectionProblem(params.documentAST);
    if (problem) setResult([refusal(problem)]);
  },
  onExecute: ({ args, setResultAndStopExecution }) => {
    const refused = narrowRefusal(args);
    if (refused) return setResultAndStopExecution({ errors: [refused] });
    if (isTooCostly(args)) setResultAndStopExecution({ errors: [tooCostly()] });
  },
  onSubscribe: ({ args, setResultAndStopExecution }) => {
    if (isTooCostly(args)) setResultAndStopExecution({ errors: [tooCostly()] });
  },
};

function parseWithinLimits(source: string, options: object) {
  try {
    return parse(source, { ...options, maxTokens: LIMITS.tokens });
  } catch (error) {
    // The parser is recursive, and even this few tokens can be nested deeper than the stack allows.
    if (error instanceof RangeError) throw refusal('The document is nested too deep.');
    throw error;
  }
}

const isTooCostly = (args: ExecutionArgs): boolean => costOf(args) > LIMITS.cost;

const tooCostly = () =>
  refusal(`The operation asks for too much: its pages and their fields add up to more than ${LIMITS.cost} values.`);
