import {
  CampaignDocument,
  CampaignRecipientsDocument,
  type CampaignRecipientsQuery,
  CampaignsDocument,
  CancelCampaignDocument,
  CreateCampaignDocument,
  DeleteCampaignDocument,
  PauseCampaignDocument,
  ResumeCampaignDocument,
  SendCampaignDocument,
  UpdateCampaignDocument,
} from '../../generated/documents.ts';
import { type Answer, answer, created, gone, one, page } from '../answer.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { dataSchema, pageSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

type Properties = Record<string, JsonSchema>;

const recipients = answer(
  ({ recipients }: CampaignRecipientsQuery['campaign'], links) => page(recipients as never, links),
  ({ properties }) => {
    const { nodes } = (properties as Properties).recipients!.properties as Properties;
    return { 200: pageSchema(nodes as JsonSchema) };
  },
);

/** A campaign that is not in a state for it is a conflict. */
const unlessConflict = (wrap: Answer): Answer =>
  answer(
    (value, links) => wrap(value, links),
    (value) => ({ ...(wrap.describe?.(value) ?? { 200: dataSchema(value) }), 409: reference('Error') }),
  );

export const campaigns = [
  route('GET /campaigns', CampaignsDocument, page, PAGES),
  route('POST /campaigns', CreateCampaignDocument, created),
  route('GET /campaigns/:campaign', CampaignDocument, one),
  route('PUT /campaigns/:campaign', UpdateCampaignDocument, unlessConflict(one)),
  route('DELETE /campaigns/:campaign', DeleteCampaignDocument, unlessConflict(gone)),
  route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, recipients, PAGES),
  route('POST /campaigns/:campaign/send', SendCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/pause', PauseCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/resume', ResumeCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/cancel', CancelCampaignDocument, unlessConflict(one)),
];
