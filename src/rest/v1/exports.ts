import { DownloadSubscribersDocument, ExportSubscribersDocument } from '../../generated/documents.ts';
import { route } from '../route.ts';

const FILE = {
  name: 'subscribers',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
};

/** GET is for read tokens and for links; POST as every operation with a body needs one that writes. */
export const exports = [
  route('POST /lists/:list/exports', ExportSubscribersDocument, FILE),
  route('GET /lists/:list/exports', DownloadSubscribersDocument, FILE),
];
