import { graphql, type Mistake } from './shop.ts';

const event = (more: string) =>
  graphql(`mutation { recordEvent(input: { email: "ada@people.test", name: "visit", ${more} }) { status } }`);
const list = (more: string) => graphql(`mutation { createList(input: { name: "News", ${more} }) { list { id } } }`);

/** Values that a scalar names, but that the domain checks, with the path of the field. */
export const SCALAR_MISTAKES: readonly Mistake[] = [
  {
    mistake: 'an unknown currency',
    send: event('value: 1, currency: "EURO"'),
    status: 200,
    says: ['path: currency', 'currency field'],
  },
  {
    mistake: 'an unknown language',
    send: list('fromEmail: "a@shop.example", locale: "german"'),
    status: 200,
    says: ['path: locale', 'Did you mean de?', 'code: FORMAT'],
  },
  {
    mistake: 'an e-mail address without a domain',
    send: list('fromEmail: "a"'),
    status: 200,
    says: ['path: fromEmail', 'code: FORMAT'],
  },
  {
    mistake: 'an unknown time zone',
    send: graphql('mutation { updateTeam(input: { timezone: "Berlin" }) { team { timezone } } }'),
    status: 200,
    says: ['path: timezone', 'timezone field'],
  },
  {
    mistake: 'a number instead of a language',
    send: list('fromEmail: "a@shop.example", locale: 7'),
    status: 200,
    says: ['String cannot represent a non string value', 'GRAPHQL_VALIDATION_FAILED'],
  },
];
