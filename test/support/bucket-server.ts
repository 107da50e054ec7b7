import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import aws4 from 'aws4';

/** A server for the part of S3 that we use. It verifies signatures with another library than the one that makes them. */
export interface BucketServer {
  /** Its MEDIA_URL. */
  url: string;
  endpoint: string;
  /** By key. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  /** Accepted calls, as `PUT key`. */
  calls: string[];
  /** All received data, except for the bytes of pictures. */
  received: string[];
  /** Responds with this status to everything, while it is set. */
  failing: number | undefined;
  /** Whether a call, as `PUT key`, gets no response and has no effect. */
  hangs: (call: string) => boolean;
  close(): Promise<void>;
}

export const KEY = { accessKeyId: 'OURKEY', secretAccessKey: 'a/secret+with=signs' };

export async function openBucketServer(bucket = 'pictures'): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map();
  const calls: string[] = [];
  const parts = new Map<string, Buffer>();
  const http = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const secret = encodeURIComponent(KEY.secretAccessKey);
  const server: BucketServer = {
    ...{ endpoint, objects, calls, received: [], failing: undefined, hangs: () => false },
    url: `s3://${KEY.accessKeyId}:${secret}@${bucket}/shop?region=eu-central-1&endpoint=${endpoint}`,
    close: async () => {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    server.received.push([request.url, ...request.rawHeaders].join('\n'));
    if (server.failing) return void response.writeHead(server.failing).end();
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const url = new URL(request.url as string, endpoint);
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
    calls.push(`${request.method} ${key}`);
    if (server.hangs(`${request.method} ${key}`)) return;
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      return takeParts(request, response, { key, body, part: url.searchParams.get('partNumber') });
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] });
      return void response.writeHead(200, { ETag: '"x"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (key === '') return void response.writeHead(200, XML).end(listed(url.searchParams.get('prefix') ?? ''));
    const object = objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'Content-Type': object.type, 'Content-Length': object.bytes.length }).end(object.bytes);
  }

  /** A multipart upload: begins, receives parts, and is completed or aborted. */
  function takeParts(
    { method }: IncomingMessage,
    response: ServerResponse,
    { key, body, part }: { key: string; body: Buffer; part: string | null },
  ): void {
    if (method === 'PUT' && part) {
      parts.set(`${key} ${part}`, body);
      return void response.writeHead(200, { ETag: `"${part}"` }).end();
    }
    const names = [...parts.keys()].filter((name) => name.startsWith(`${key} `));
    if (method === 'POST' && body.length > 0) {
      const order = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => `${key} ${number}`);
      objects.set(key, {
        bytes: Buffer.concat(order.map((name) => parts.get(name) as Buffer)),
        type: 'application/octet-stream',
      });
    }
    if (method === 'DELETE' || body.length > 0) for (const name of names) parts.delete(name);
    const begun = `<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>`;
    const ended = `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`;
    response.writeHead(200, XML).end(`<?xml version="1.0"?>${body.length > 0 ? ended : begun}`);
  }

  function listed(prefix: string): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
  }
}

const XML = { 'Content-Type': 'application/xml' };

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response.writeHead(status, XML).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

/** Signs the request again over the headers that the caller signed, and compares. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, region, signed, signature] =
    /Credential=[^/]+\/\d+\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const sum = headers['x-amz-content-sha256'];
  if (!region || !signed || (sum !== 'UNSIGNED-PAYLOAD' && sum !== createHash('sha256').update(body).digest('hex'))) {
    return false;
  }
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return false;
  const given = Object.fromEntries(names.map((name) => [name, headers[name] as string]));
  const request = { service: 's3', region, method: method as string, path: url as string, headers: given };
  const { Authorization } = aws4.sign(request, KEY).headers as Record<string, string>;
  return Authorization?.endsWith(`Signature=${signature}`) ?? false;
}
