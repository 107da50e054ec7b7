import { type Issue, sentence } from '../errors.ts';
import { WARNING_CODES, warningCodeOf } from '../warning-codes.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';

/** Advice for the author: a sentence, or an issue with the path to a field. */
export interface Advice {
  message: string;
  problem: string;
  path: readonly (string | number)[];
}

export const WarningCode = growingEnum('WarningCode', 'The subject of a warning.', WARNING_CODES);

export const Warning = builder.objectRef<Advice>('Warning').implement({
  description: 'Advice that refuses nothing, such as a variable without a value.',
  fields: (t) => ({
    code: t.field({
      type: WarningCode.type,
      description: 'The subject, for programs.',
      resolve: ({ problem }) => WarningCode.known(warningCodeOf(problem)),
    }),
    message: t.exposeString('message', { description: 'The advice as a sentence.' }),
    problem: t.exposeString('problem', {
      description: 'The advice. Read it after the name of the field, unless it begins with a capital letter.',
    }),
    path: t.stringList({
      description: 'The path to the field of the object, or to the item of a list. Empty: the whole object.',
      resolve: ({ path }) => path.map(String),
    }),
  }),
});

/** Warnings from sentences or issues. */
export const warnings = (given: readonly (string | Issue)[]): Advice[] =>
  given.map((one) =>
    typeof one === 'string' ? { message: one, problem: one, path: [] } : { ...one, message: sentence(one) },
  );
