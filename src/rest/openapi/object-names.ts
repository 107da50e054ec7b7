/** Objects whose type or place would give them no good name, by their place. */
const BY_PLACE: Readonly<Record<string, string>> = {
  'CreateTemplateInput.locale_variant': 'TemplateTranslationInput',
  'PersonExportResponse.totals': 'PersonExportTotals',
  'PersonSubscription.on': 'SubscribedList',
  'TemplateTranslations.': 'TemplateTranslation',
  'TriggerEventRule.value': 'TriggerPropertyValue',
};

interface Place {
  /** The object's type in the schema, if there is one. */
  type: string | undefined;
  /** The component that contains it. */
  parent: string;
  /** The key that leads to it: `step` for each of `steps`. Empty for the values of a component. */
  key: string;
}

/** The name of an object inside another: that of its type, or that of its place if another object has the type's. */
export function objectName({ type, parent, key }: Place, isTaken: (name: string) => boolean): string {
  const ofPlace = key && `${parent}${inCapitals(key)}`;
  const name = [BY_PLACE[`${parent}.${key}`], type, ofPlace].find((one) => one && !isTaken(one));
  if (!name)
    throw new Error(`There is no free name for ${parent}.${key}. Name it in src/rest/openapi/object-names.ts.`);
  return name;
}

/** `DkimKey` for `dkim_key`. */
const inCapitals = (key: string): string => key.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What operations answer with, where the operation would give it no good name. */
const BY_OPERATION: Readonly<Record<string, string>> = {
  CheckCampaign: 'CampaignCheck',
  CreateApiToken: 'ApiTokenWithSecret',
  CreateFeedbackSource: 'FeedbackSourceWithSecret',
  CreateWebhook: 'WebhookWithSecret',
  ExportPerson: 'PersonExport',
  FindPeople: 'FoundPerson',
  GetForm: 'FormWithSignUpCounts',
  GetGrowth: 'ListGrowth',
  GetOutboxMessage: 'OutboxMessageWithContent',
  GetRevenue: 'RevenueGroup',
  PreviewTransactionalMail: 'RenderedTransactionalMail',
};

/**
 * Names for what an operation answers with, the best first. `title`: its id, such as `GetTeam`. A thing that is read has the noun
 * of the operation, and the result of another operation its type in the schema, or else the operation's name.
 */
export function dataNames(title: string, type: string | undefined, status: string): string[] {
  const [, noun] = /^(?:Get|List)(.+)/.exec(title) ?? [];
  const ofType = type?.endsWith('Payload') ? undefined : type;
  const names = [BY_OPERATION[title], noun ?? ofType, `${title}Result`, `${title}${wordOf(status)}Result`];
  return names.filter((name) => name !== undefined);
}

/** Of several successful statuses, what the others than the first mean. */
const WORDS: Readonly<Record<string, string>> = { 200: 'Done', 201: 'Created', 202: 'Queued' };

/** A status in a name. */
export function wordOf(status: string): string {
  const word = WORDS[status];
  if (!word) throw new Error(`Name the status ${status} in src/rest/openapi/object-names.ts.`);
  return word;
}
