import { erasePerson } from '../domain/privacy/erase-person.ts';
import { builder } from './builder.ts';
import { Suppression } from './suppression.ts';

builder.mutationField('erasePerson', (t) =>
  t.field({
    type: Suppression,
    description:
      'Erases everything stored about a person, known or not, except a hash that keeps the address suppressed.',
    args: { email: t.arg.string({ required: true, description: 'The address of the person.' }) },
    resolve: (_, args, { scope }) => erasePerson(scope, args),
  }),
);
