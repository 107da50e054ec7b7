import { DownloadSubscribersDocument, ExportSubscribersDocument } from '../../generated/documents.ts';
import { route } from '../route.ts';

const FILE = {
  name: 'subscribers',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
};

/** GET works with read tokens and links; POST needs a token that can write, like every operation with a body. */
export const exports = [
  route('POST /lists/:list/exports', ExportSubscribersDocument, FILE),
  route('GET /lists/:list/exports', DownloadSubscribersDocument, FILE),
];
