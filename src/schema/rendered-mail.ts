import type { RenderedMail as Rendered } from '../domain/sending/rendered-mail.ts';
import { builder } from './builder.ts';

export const RenderedMail = builder.objectRef<Rendered>('RenderedMail').implement({
  description: 'A message as its reader would get it.',
  fields: (t) => ({
    subject: t.exposeString('subject'),
    html: t.exposeString('html'),
    text: t.exposeString('text'),
    warnings: t.exposeStringList('warnings', {
      description:
        'What the author may want to know: variables without a value, images without a description. Of templates only.',
    }),
  }),
});
