import type { Answer, TestApp } from './app.ts';
import { expectMatchesOpenApi } from './openapi-response.ts';

interface Sent {
  type?: string;
  /** After `/media`. */
  query?: string;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends a picture as the body, as programs do. */
export async function upload(
  api: TestApp,
  bytes: Buffer,
  { type = 'image/png', query = '', ...sent }: Sent = {},
): Promise<Answer> {
  const answer = await api.app.inject({
    method: 'POST',
    url: `/v1/media${query}`,
    headers: { authorization: `Bearer ${sent.token ?? api.token}`, 'content-type': type, ...sent.headers },
    payload: bytes,
  });
  return answered(answer);
}

/** Sends a picture in a form, as browsers do. */
export async function uploadForm(
  api: TestApp,
  bytes: Buffer,
  fields: Record<string, string> = {},
  name = 'shoes.png',
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await api.app.inject({
    method: 'POST',
    url: '/v1/media',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answered(answer);
}

function answered({ statusCode: status, headers, payload }: Awaited<ReturnType<TestApp['app']['inject']>>): Answer {
  const answer = { status, headers: headers as Record<string, string>, body: JSON.parse(payload) };
  expectMatchesOpenApi('POST', '/media', answer);
  return answer;
}

/** The content of a public URL. */
export const fetchFile = (
  api: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => api.app.inject({ method, url: new URL(url).pathname, headers });
