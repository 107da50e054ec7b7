import { whole } from '../../../validation/number.ts';
import { filled } from '../../../validation/text.ts';
import { type Form, scalar } from '../../segments/value.ts';
import { maybeApart } from './declared.ts';

/** The keys of a branch of a split. */
export const BRANCH_FIELDS = {
  name: scalar('String', filled(100), 'An internal name.'),
  percent: scalar('Int', whole(0, 100), 'The share of people, from 0 to 100. The branches add up to 100.'),
  steps: maybeApart({ is: 'steps', description: 'The steps of the branch.' }),
};

/** How many branches a split has. */
export const LEAST_BRANCHES = 2;
export const MOST_BRANCHES = 20;

export const BRANCHES_FORM: Form = {
  is: 'list',
  description: `From ${LEAST_BRANCHES} to ${MOST_BRANCHES} branches.`,
  bounds: { minItems: LEAST_BRANCHES, maxItems: MOST_BRANCHES },
  of: {
    is: 'record',
    name: 'SplitBranch',
    isNamed: true,
    description: 'A branch of a split, and its share of people.',
    fields: BRANCH_FIELDS,
  },
};
