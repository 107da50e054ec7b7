import type { RenderedMail as Rendered } from '../domain/sending/rendered-mail.ts';
import { builder } from './builder.ts';
import { Warning, warnings } from './warning.ts';

export const RenderedMail = builder.objectRef<Rendered>('RenderedMail').implement({
  description: 'A message as rendered for the recipient.',
  fields: (t) => ({
    subject: t.exposeString('subject'),
    html: t.exposeString('html'),
    text: t.exposeString('text'),
    warnings: t.field({
      type: [Warning],
      description:
        'Notes for the author, such as variables without a value and images without a description. Only for templates.',
      resolve: (mail) => warnings(mail.warnings),
    }),
  }),
});
