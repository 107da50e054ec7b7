import { type Issue as DomainIssue, sentence } from '../errors.ts';
import { codeOf, ISSUE_CODES } from '../issue-codes.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';

export const IssueCodeEnum = growingEnum(
  'IssueCode',
  'What is wrong with a value. More may be added.',
  new Map(Object.entries(ISSUE_CODES)),
);

export const Issue = builder.objectRef<DomainIssue>('Issue').implement({
  description: 'A problem with the input.',
  fields: (t) => ({
    path: t.stringList({ description: 'The path to the field.', resolve: (issue) => issue.path.map(String) }),
    problem: t.exposeString('problem', {
      description: 'The problem. Read it after the name of the field, unless it begins with a capital letter.',
    }),
    message: t.string({ description: 'The problem as a sentence.', resolve: (issue) => sentence(issue) }),
    code: t.field({ type: IssueCodeEnum.type, description: 'The problem, for programs.', resolve: codeOf }),
  }),
});
