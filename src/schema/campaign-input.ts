import { AbTestInput } from './ab-test.ts';
import { builder } from './builder.ts';
import { RecurrenceInput } from './campaign-series.ts';
import { SendWindowInput } from './send-window.ts';

const CampaignUtmInput = builder.inputType('CampaignUtmInput', {
  description:
    'Parameters that are added to each link of the message, as `utm_source` and so on. Plain text. A link that has one already keeps it.',
  fields: (t) => ({
    source: t.string({ description: '`utm_source`: where readers come from, such as newsletter.' }),
    medium: t.string({ description: '`utm_medium`: such as email.' }),
    campaign: t.string({ description: '`utm_campaign`: such as spring-sale.' }),
    term: t.string({ description: '`utm_term`: the keyword of an advertisement.' }),
    content: t.string({ description: '`utm_content`: tells links of one message apart.' }),
  }),
});

const HEADERS = 'More headers, by name. They replace those of the list.';

const optional = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  subject: t.string({ description: 'In Liquid. Default: the subject of the template.' }),
  preheader: t.string({
    description:
      'What inboxes show after the subject. In Liquid, on one line. Default: that of the template, if it has one.',
  }),
  text: t.string({
    description: 'The text part, in Liquid. Default: that of the template, or else one that is made from its HTML.',
  }),
  utm: t.field({ type: CampaignUtmInput, description: 'What is added to the links. Default: nothing.' }),
  fromEmail: t.string({ description: 'Default: the sender of the list.' }),
  fromName: t.string({ description: 'Default: the name of the sender of the list.' }),
  replyTo: t.string({ description: 'Where answers go. Default: to the sender.' }),
  segmentIds: t.idList({
    description:
      'Segments of the list. The campaign is sent to people in at least one of them. Default: the whole list.',
  }),
  excludedSegmentIds: t.idList({ description: 'People in one of these segments are left out.' }),
  tracking: t.boolean({ description: 'Whether opens and clicks are counted. Default: true.' }),
  repeatUnknown: t.boolean({
    description: 'Whether a message that may have arrived already is sent again. Default: false.',
  }),
  messagesPerMinute: t.int({ description: 'At most so many messages leave in a minute. Default: any number.' }),
  sendWindow: t.field({ type: SendWindowInput, description: 'Default: at any time of the day.' }),
  ignoreFrequency: t.boolean({
    description: 'Whether people get it who had as many messages as the team allows. Default: false.',
  }),
  recurrence: t.field({ type: RecurrenceInput, description: 'When it is sent again and again. Default: once.' }),
  feedUrl: t.string({
    description:
      'The address of an RSS, Atom or JSON feed, or of a page that links to one: each occurrence is about its new entries. Needs `recurrence`.',
  }),
  archive: t.boolean({ description: 'Whether anybody may read it once it is sent. Default: false.' }),
  test: t.field({ type: AbTestInput, description: 'An A/B test. Default: everybody gets the same.' }),
});

export const CreateCampaignInput = builder.inputType('CreateCampaignInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the team calls it.' }),
    listId: t.id({ required: true, description: 'Id of the list.' }),
    template: t.string({ required: true, description: 'Name of the template.' }),
    headers: t.field({ type: 'JSONObject', description: HEADERS }),
    ...optional(t as never),
  }),
});

export const UpdateCampaignInput = builder.inputType('UpdateCampaignInput', {
  description: 'An absent field keeps its value, and null clears it.',
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    listId: t.id({ description: 'Id of the list.' }),
    template: t.string({ description: 'Name of the template.' }),
    headers: t.field({ type: 'JSONObject', description: HEADERS }),
    ...optional(t as never),
  }),
});
