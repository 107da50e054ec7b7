/** Names of documents whose operations are called otherwise in the description. */
const OTHERWISE: Readonly<Record<string, string>> = {
  Activity: 'listSubscriberActivity',
  AddTags: 'addSubscriberTags',
  AllMedia: 'listMedia',
  AllSegments: 'listAllSegments',
  AuditLog: 'listAuditLogEntries',
  CancelMail: 'cancelTransactionalMail',
  Confirm: 'confirmSubscriber',
  CreateField: 'createContactField',
  CreateToken: 'createApiToken',
  DeleteField: 'deleteContactField',
  DownloadSubscribers: 'downloadSubscribers',
  ExportRecipients: 'exportCampaignRecipients',
  Field: 'getContactField',
  FieldConversion: 'getContactFieldConversion',
  Fields: 'listContactFields',
  FiledMessage: 'getOutboxMessage',
  ImportFailedRows: 'downloadImportFailedRows',
  LiftSuppressions: 'deleteSuppressions',
  Mail: 'getTransactionalMail',
  Mails: 'listTransactionalMails',
  ListGrowth: 'listGrowth',
  MailTimeline: 'listTransactionalMailTimelineEntries',
  MergeTag: 'mergeTags',
  MessageTimeline: 'listMessageTimelineEntries',
  Outbox: 'listOutboxMessages',
  PickVariant: 'pickCampaignVariant',
  PreviewMail: 'previewTransactionalMail',
  PublishMedia: 'uploadMedia',
  RemoveTags: 'removeSubscriberTags',
  Reputation: 'listReputation',
  RequestLog: 'listLoggedRequests',
  ResendConfirmation: 'resendSubscriberConfirmation',
  ResendMail: 'resendTransactionalMail',
  Revenue: 'getRevenue',
  RevokeToken: 'revokeApiToken',
  SendingRate: 'listSendingRates',
  SendMail: 'sendTransactionalMail',
  SendMails: 'sendTransactionalMails',
  SimulateDefinition: 'simulateAutomationDefinition',
  StartImport: 'importSubscribers',
  Subscribe: 'createSubscriber',
  SubscribeBatch: 'createSubscribers',
  Subscriptions: 'listSubscriptions',
  Tokens: 'listApiTokens',
  Unsubscribe: 'unsubscribeSubscriber',
  UpdateField: 'updateContactField',
  UpdateToken: 'updateApiToken',
};

/** Verbs with which a query's name may begin. Others are the names of things. */
const VERBS = ['check', 'explain', 'export', 'find', 'preview', 'render', 'simulate'];

/**
 * The operation's id: a verb and a noun, such as `listCampaigns`, `getCampaign` and `createCampaign`. `isMany`: it answers with a
 * list.
 */
export function operationName(document: string, isQuery: boolean, isMany: boolean): string {
  const named = OTHERWISE[document];
  if (named) return named;
  const name = document.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  const [verb = ''] = name.split(/(?=[A-Z])/);
  return !isQuery || VERBS.includes(verb) ? name : `${isMany ? 'list' : 'get'}${document}`;
}

/** The words of an operation's id: `List campaigns`. */
export const inWords = (name: string): string =>
  name.replace(/^./, (letter) => letter.toUpperCase()).replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Lower-case words as they are written: with capitals of abbreviations, and hyphens. */
export const spelled = (words: string): string =>
  words
    .replace(/\bapi\b/g, 'API')
    .replace(/\bdkim\b/g, 'DKIM')
    .replace(/\bready made\b/g, 'ready-made')
    .replace(/\bsign ups\b/g, 'sign-ups')
    .replace(/\bmail(s?)\b/g, 'e-mail$1');
