import { erasePerson } from '../domain/privacy/erase-person.ts';
import { builder } from './builder.ts';
import { Suppression } from './suppression.ts';

builder.mutationField('erasePerson', (t) =>
  t.field({
    type: Suppression,
    description: 'Erases all data of a person, known or not. Only a hash remains, which keeps the address suppressed.',
    args: { email: t.arg.string({ required: true, description: "The person's e-mail address." }) },
    resolve: (_, args, { scope }) => erasePerson(scope, args),
  }),
);
