import { type Issue as DomainIssue, sentence } from '../errors.ts';
import { builder } from './builder.ts';

export const Issue = builder.objectRef<DomainIssue>('Issue').implement({
  description: 'One thing wrong with what was sent.',
  fields: (t) => ({
    path: t.stringList({ description: 'The way to the field.', resolve: (issue) => issue.path.map(String) }),
    problem: t.exposeString('problem', { description: "To be read after the field's name." }),
    message: t.string({ resolve: (issue) => sentence(issue) }),
  }),
});
