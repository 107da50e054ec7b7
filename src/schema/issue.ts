import { type Issue as DomainIssue, sentence } from '../errors.ts';
import { builder } from './builder.ts';

export const Issue = builder.objectRef<DomainIssue>('Issue').implement({
  description: 'One thing wrong with what was sent.',
  fields: (t) => ({
    path: t.stringList({ description: 'The way to the field.', resolve: (issue) => issue.path.map(String) }),
    problem: t.exposeString('problem', {
      description: "Follows the field's name; a sentence of its own when it begins with a capital letter.",
    }),
    message: t.string({ resolve: (issue) => sentence(issue) }),
  }),
});
