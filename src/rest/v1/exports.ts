import { DownloadSubscribersDocument, ExportSubscribersDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

/** GET is for read tokens and for links; POST as every operation with a body needs one that writes. */
const FILE = {
  download: {
    name: 'subscribers',
    types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
  },
};

export const exports = [
  route('POST /lists/:list/exports', ExportSubscribersDocument, one, FILE),
  route('GET /lists/:list/exports', DownloadSubscribersDocument, one, FILE),
];
