import {
  CampaignDocument,
  CampaignRecipientsDocument,
  CampaignsDocument,
  CancelCampaignDocument,
  CreateCampaignDocument,
  DeleteCampaignDocument,
  PauseCampaignDocument,
  ResumeCampaignDocument,
  SendCampaignDocument,
  UpdateCampaignDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, pageOf, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

export const campaigns = [
  route('GET /campaigns', CampaignsDocument, page),
  route('POST /campaigns', CreateCampaignDocument, created),
  route('GET /campaigns/:campaign', CampaignDocument, one),
  route('PUT /campaigns/:campaign', UpdateCampaignDocument, unlessConflict(one)),
  route('DELETE /campaigns/:campaign', DeleteCampaignDocument, unlessConflict(gone)),
  route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, pageOf('recipients')),
  route('POST /campaigns/:campaign/send', SendCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/pause', PauseCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/resume', ResumeCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/cancel', CancelCampaignDocument, unlessConflict(one)),
];
