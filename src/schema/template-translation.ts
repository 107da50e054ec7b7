import { builder } from './builder.ts';

interface Variant {
  subject?: string | null | undefined;
  content?: string | null | undefined;
  text?: string | null | undefined;
}

type Translation = Variant & { locale: string };

export const TemplateTranslation = builder.objectRef<Translation>('TemplateTranslation').implement({
  description: 'The texts of a template in another language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: 'Locale', description: 'The language, as a BCP 47 tag such as `de`.' }),
    subject: t.exposeString('subject', { nullable: true, description: "Liquid. Null: the template's subject." }),
    content: t.exposeString('content', { nullable: true, description: "Liquid. Null: the template's content." }),
    text: t.exposeString('text', { nullable: true, description: 'The text part, in Liquid. Null: generated.' }),
  }),
});

/** The translations of a template, by language. */
export const translationsOf = (variants: Readonly<Record<string, Variant>>): Translation[] =>
  Object.entries(variants)
    .map(([locale, { subject, content, text }]) => ({ locale, subject, content, text }))
    .sort((a, b) => (a.locale < b.locale ? -1 : 1));
