import { AbTestInput } from './ab-test.ts';
import { builder, type InputFields } from './builder.ts';
import { RecurrenceInput } from './campaign-series.ts';
import { SendWindowInput } from './send-window.ts';

const CampaignUtmInput = builder.inputType('CampaignUtmInput', {
  description:
    'Parameters added to the links of the message: `utm_source` and so on. Links of Tidings and links with `data-no-track` keep their addresses. Plain text. Existing parameters of a link are kept.',
  fields: (t) => ({
    source: t.string({ description: '`utm_source`: where readers come from, such as newsletter.' }),
    medium: t.string({ description: '`utm_medium`: such as email.' }),
    campaign: t.string({ description: '`utm_campaign`: such as spring-sale.' }),
    term: t.string({ description: '`utm_term`: the keyword of an ad.' }),
    content: t.string({ description: '`utm_content`: distinguishes links within a message.' }),
  }),
});

const HEADERS = "Extra headers, by name. They replace the list's headers.";

/** An update has no defaults: absent fields keep their values. */
const optional = (t: InputFields, isNew: boolean) => ({
  subject: t.string({ description: "Liquid template. Default: the template's subject." }),
  preheader: t.string({
    description:
      "Shown after the subject in inboxes. Liquid template, a single line. Default: the template's preheader, if any.",
  }),
  text: t.string({
    description: "The text part, in Liquid. Default: the template's text, or text generated from its HTML.",
  }),
  utm: t.field({ type: CampaignUtmInput, description: 'Parameters added to links. Default: none.' }),
  fromEmail: t.field({ type: 'EmailAddress', description: "The sender's address. Default: the list's sender." }),
  fromName: t.string({ description: "The sender's name. Default: the list's sender name." }),
  replyTo: t.field({ type: 'EmailAddress', description: 'The address for replies. Default: the sender.' }),
  segmentIds: t.idList({
    description: 'Segments of the list. People in at least one of them get the campaign. Default: the whole list.',
  }),
  excludedSegmentIds: t.idList({ description: 'Segments of people to exclude.' }),
  tracking: t.boolean({
    defaultValue: isNew ? true : undefined,
    description: 'Whether to track opens and clicks. Default: true.',
  }),
  resendUnknown: t.boolean({
    defaultValue: isNew ? false : undefined,
    description: 'Whether to resend a message that may already have arrived. Default: false.',
  }),
  messagesPerMinute: t.int({ description: 'The maximum number of messages per minute. Default: no limit.' }),
  sendWindow: t.field({
    type: SendWindowInput,
    description: 'The hours in which messages are sent. Default: any time of day.',
  }),
  ignoreFrequency: t.boolean({
    defaultValue: isNew ? false : undefined,
    description: 'Send even to people over the frequency cap. Default: false.',
  }),
  recurrence: t.field({ type: RecurrenceInput, description: 'Repeats the campaign. Default: sent once.' }),
  feedUrl: t.field({
    type: 'URL',
    description:
      'The URL of an RSS, Atom or JSON feed, or of a page that links to one. Each occurrence contains the new entries. Requires `recurrence`.',
  }),
  archive: t.boolean({
    defaultValue: isNew ? false : undefined,
    description: 'Whether to show the sent campaign in the public archive. Default: false.',
  }),
  abTest: t.field({ type: AbTestInput, description: 'An A/B test. Default: none.' }),
});

export const CreateCampaignInput = builder.inputType('CreateCampaignInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'An internal name.' }),
    listId: t.id({ required: true, description: 'Id of the list.' }),
    template: t.string({ required: true, description: 'The name or id of the template.' }),
    headers: t.field({ type: 'JSONObject', description: HEADERS }),
    ...optional(t, true),
  }),
});

export const UpdateCampaignInput = builder.inputType('UpdateCampaignInput', {
  description: 'Absent fields keep their values; null clears them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the campaign.' }),
    name: t.string({ description: 'An internal name.' }),
    listId: t.id({ description: 'Id of the list.' }),
    template: t.string({ description: 'The name or id of the template.' }),
    headers: t.field({ type: 'JSONObject', description: HEADERS }),
    ...optional(t, false),
  }),
});
