import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** By the codes of Node's parser. */
const PROBLEMS: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_INVALID_URL: [400, 'The path contains characters that must be percent-encoded.'],
  HPE_INVALID_METHOD: [400, 'The method is unknown.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/**
 * Answers requests that Node's parser refuses, in the form of every other error, and announces the end of the
 * connection. A dead socket is only destroyed.
 */
export function refuseUnparsed(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = PROBLEMS[error.code ?? ''] ?? [400, 'The request cannot be read.'];
  const body = JSON.stringify({ message, errors: {} });
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
