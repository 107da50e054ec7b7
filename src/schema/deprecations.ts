import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** How long a deprecated name works, and its replacement. Days such as 2026-01-31, in UTC. */
export interface Deprecation {
  since: string;
  /** The first day on which it may be gone. */
  sunset: string;
  /** The name to use, with its type if that is another one. A sentence where there is none. */
  instead: string | { because: string };
  /** REST keeps the key, which the specification fixes. */
  keptByRest?: true;
}

const AUTO_PAUSE: Deprecation = { since: '2026-11-29', sunset: '2027-12-01', instead: 'autoPause' };

/** The link to pass on is no secret by itself. */
const LINK: Deprecation = { since: '2026-11-30', sunset: '2027-12-01', instead: 'url' };

/** Deprecated in GraphQL only. */
const inGraphQL = (instead: Deprecation['instead']): Deprecation => ({
  since: '2026-11-30',
  sunset: '2027-12-01',
  instead,
  keptByRest: true,
});

/** What only a batch has. REST answers with it for a single event too. */
const ofBatches = (because: string): Deprecation => inGraphQL({ because });

/** One status of a filter. A list takes one value without brackets too. REST takes several at commas. */
export const ONE_STATUS = inGraphQL('statuses');
export const ONE_STATE = inGraphQL('states');
export const ONE_KIND = inGraphQL('kinds');
export const ONE_CAUSE = inGraphQL('causes');
export const ONE_OF_REASONS = inGraphQL('reasons');

/** Settings of an import by column, which were JSON. */
const COLUMNS = inGraphQL('columns');

/** Flat parts of the credited e-mail, which `attribution` has as one object. */
const ATTRIBUTION = inGraphQL('attribution');

/** The deprecated fields of types and inputs. docs/versioning.md says how long they stay. */
export const DEPRECATED: Readonly<Record<string, Deprecation>> = {
  'Team.brake': AUTO_PAUSE,
  'UpdateTeamInput.brake': AUTO_PAUSE,
  'Conversion.status': inGraphQL('RecordSalePayload.isNew'),
  'Query.conversion': inGraphQL('sale'),
  'RecordSalePayload.conversion': inGraphQL('sale'),
  'UpdateSalePayload.conversion': inGraphQL('sale'),
  'UpdateSaleByReferencePayload.conversion': inGraphQL('sale'),
  'RefundSalePayload.conversion': inGraphQL('sale'),
  'RefundSaleByReferencePayload.conversion': inGraphQL('sale'),
  'Refund.conversion': inGraphQL('sale'),
  'Refund.status': inGraphQL('RefundSalePayload.isNew'),
  'CreateInvitationLinkPayload.secret': LINK,
  'CreateSignInLinkPayload.secret': LINK,
  'RecordEventPayload.index': ofBatches('It is always 0.'),
  'RecordEventPayload.issues': ofBatches('It is always null. An invalid event fails, and its error has the issues.'),
  'Refund.reference': inGraphQL('refundReference'),
  'RefundSaleInput.reference': inGraphQL('refundReference'),
  'ImportPreviewColumn.dateFormats': inGraphQL('possibleFormats'),
  'ImportPreviewColumn.decimals': inGraphQL('possibleFormats'),
  'Change.timestamp': inGraphQL('occurredAt'),
  'Engagement.at': inGraphQL('occurredAt'),
  'Feedback.at': inGraphQL('occurredAt'),
  'UpdateContactFieldPayload.converted': inGraphQL('conversion'),
  'UpdateContactFieldPayload.unconverted': inGraphQL('conversion'),
  'Query.automationReport': inGraphQL('Automation.report'),
  'Query.contactFieldConversion': inGraphQL('ContactField.conversion'),
  'Query.mediaUses': inGraphQL('Media.uses'),
  'Query.templateUses': inGraphQL('Template.uses'),
  'RecordEventPayload.status': inGraphQL('isNew'),
  'Import.firstErrors': inGraphQL('errors'),
  'Query.messageTimeline': inGraphQL({ because: 'Use `timeline` of the transactional e-mail or campaign message.' }),
  'SubscriberFilter.status': ONE_STATUS,
  'PersonFilter.status': ONE_STATUS,
  'BulkPeopleFilter.status': ONE_STATUS,
  'TransactionalMailFilter.status': ONE_STATUS,
  'RecipientFilter.state': inGraphQL('states'),
  'ImportCsvInput.mapping': COLUMNS,
  'ImportCsvInput.formats': COLUMNS,
  'ImportCsvInput.statuses': inGraphQL('statusWords'),
  'ReceiveImportInput.mapping': COLUMNS,
  'ReceiveImportInput.formats': COLUMNS,
  'ReceiveImportInput.statuses': inGraphQL('statusWords'),
  'PreviewImportInput.mapping': COLUMNS,
  'PreviewImportInput.formats': COLUMNS,
  'PreviewImportInput.statuses': inGraphQL('statusWords'),
  'ImportPreview.mapping': inGraphQL('ImportPreviewColumn.target'),
  'ImportPreview.formats': inGraphQL('ImportPreviewColumn.cellFormat'),
  'ImportPreviewColumn.field': inGraphQL('target'),
  'ImportPreviewColumn.format': inGraphQL('cellFormat'),
  'Sale.sender': ATTRIBUTION,
  'Sale.senderId': ATTRIBUTION,
  'Sale.engagement': ATTRIBUTION,
  'Sale.engagedAt': ATTRIBUTION,
  'Sale.campaign': ATTRIBUTION,
  'Sale.automation': ATTRIBUTION,
  'Sale.transactionalMail': ATTRIBUTION,
};

/** The details of a deprecated argument, for its definition. */
export const deprecatedArgument = (deprecation: Deprecation) => ({
  deprecationReason: reasonOf(deprecation),
  extensions: deprecation.keptByRest ? {} : { deprecation },
});

const reasonOf = ({ since, sunset, instead }: Deprecation): string => {
  const reason = typeof instead === 'string' ? `Use \`${instead}\`.` : instead.because;
  return `${reason} Deprecated since ${since}; works at least until ${sunset}.`;
};

/** The former names of the ends of a period. */
const FORMER_NAMES = { since: '2026-11-30', sunset: '2027-12-01' };
export const FORMER_SINCE: Deprecation = { ...FORMER_NAMES, instead: 'since' };
export const FORMER_UNTIL: Deprecation = { ...FORMER_NAMES, instead: 'until' };

/** Marks the deprecated fields. REST and OpenAPI read `extensions.deprecation`. Changes and returns the given schema. */
export function withDeprecations(schema: GraphQLSchema): GraphQLSchema {
  for (const [coordinate, deprecation] of Object.entries(DEPRECATED)) {
    const [owner = '', name = ''] = coordinate.split('.');
    const type = schema.getType(owner);
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    const field = hasFields ? type.getFields()[name] : undefined;
    if (!field) throw new Error(`${coordinate} is deprecated, but not in the schema.`);
    field.deprecationReason = reasonOf(deprecation);
    if (!deprecation.keptByRest) field.extensions = { ...field.extensions, deprecation };
  }
  return schema;
}
