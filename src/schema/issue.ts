import { type Issue as DomainIssue, sentence } from '../errors.ts';
import { builder } from './builder.ts';

export const Issue = builder.objectRef<DomainIssue>('Issue').implement({
  description: 'A problem with the input.',
  fields: (t) => ({
    path: t.stringList({ description: 'The path to the field.', resolve: (issue) => issue.path.map(String) }),
    problem: t.exposeString('problem', {
      description: 'The problem. Read it after the name of the field, unless it begins with a capital letter.',
    }),
    message: t.string({ resolve: (issue) => sentence(issue) }),
  }),
});
