import { builder } from './builder.ts';

const AttachmentInput = builder.inputType('AttachmentInput', {
  fields: (t) => ({
    filename: t.string({ required: true, description: 'The file name for the recipient.' }),
    content: t.string({ required: true, description: 'Base64.' }),
    contentType: t.string({
      description:
        'The media type, such as application/pdf, or text/calendar; method=REQUEST. Default: derived from the file name.',
    }),
    contentId: t.string({ description: 'Shows the file inline, in place of src="cid:" and this id in the HTML.' }),
  }),
});

export const SendTransactionalMailInput = builder.inputType('SendTransactionalMailInput', {
  fields: (t) => ({
    template: t.string({ description: 'The name or id of the template. Required unless `html` or `text` is given.' }),
    to: t.stringList({ required: true, description: '`address` or `Name <address>`.' }),
    cc: t.stringList({ description: '`address` or `Name <address>`.' }),
    bcc: t.stringList({ description: '`address` or `Name <address>`.' }),
    from: t.string({ description: "`address` or `Name <address>`. Default: the team's sender." }),
    fromName: t.string({ description: "Replaces the name in `from`, or the team's sender name." }),
    replyTo: t.stringList({ description: '`address` or `Name <address>`, at most 10.' }),
    subject: t.string({
      description: "Liquid template. Default: the template's subject. Required without a template.",
    }),
    html: t.string({
      description: 'The HTML of an e-mail without a template, in Liquid. Default: generated from `text`.',
    }),
    text: t.string({
      description: 'The text of an e-mail without a template, in Liquid. Default: generated from `html`.',
    }),
    variables: t.field({ type: 'JSONObject', description: 'Variables by name.' }),
    secretVariables: t.stringList({
      description:
        'Names of variables that hold secrets, such as a password reset link. They are never shown, and removed once the e-mail is sent or has failed. Such an e-mail is not tracked and cannot be resent.',
    }),
    locale: t.field({ type: 'Locale', description: 'The language of the e-mail: a BCP 47 tag such as `de`.' }),
    attachments: t.field({ type: [AttachmentInput], description: 'Attached files.' }),
    headers: t.field({ type: 'JSONObject', description: 'Extra headers, by name.' }),
    tracking: t.boolean({ description: 'Whether to track opens and clicks. Default: true.' }),
    strict: t.boolean({
      description:
        'Whether the e-mail is refused, or fails, if a variable has no value. Default: as set in its template.',
    }),
    transportId: t.id({ description: "Id of the transport. Default: the team's default transport." }),
    sendAt: t.field({ type: 'DateTime', description: 'At most 30 days ahead. Default: now.' }),
  }),
});
