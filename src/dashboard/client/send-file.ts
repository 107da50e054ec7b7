import { addressOf } from './urls.ts';

/** The server's answer to an upload: its result or its problem. */
export interface FileAnswer {
  data?: unknown;
  /** The problem in words; undefined on success. */
  problem?: string | undefined;
  /** The problems of single fields, by their names in the API. */
  fields: Record<string, string>;
  /** Whether the server could not be reached, or the connection was lost. */
  unreachable?: boolean;
}

interface Sending {
  /** Form fields sent before the file; undefined ones are omitted. */
  fields?: Record<string, string | undefined>;
  /** How much has left, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file to an operation of the REST API that takes files, by its path below the installation. Files are no part of
 * GraphQL: there a file would have to be a text in memory, on both sides. Never throws; aborting leaves the promise open.
 */
export function sendFile(
  path: string,
  file: Blob,
  { fields = {}, onProgress, signal }: Sending = {},
): Promise<FileAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  form.append('file', file, file instanceof File ? file.name : 'file.csv');
  return new Promise((resolve) => {
    // Only XMLHttpRequest reports upload progress.
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(path));
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 401) location.assign(addressOf('sign-in'));
      resolve(answerOf(request.status, request.response));
    };
    request.onerror = () => resolve({ fields: {}, unreachable: true, problem: '' });
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** Reads the envelope of the REST API. */
function answerOf(status: number, body: unknown): FileAnswer {
  const { data, message, errors } = isRecord(body) ? body : {};
  if (status < 300) return { data, fields: {} };
  const fields = Object.entries(isRecord(errors) ? errors : {}).map(([name, said]) => [name, [said].flat().join(' ')]);
  return { fields: Object.fromEntries(fields), problem: typeof message === 'string' ? message : String(status) };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
