import type { TestApp } from './app.ts';

/** The response of a page. */
export interface Shown {
  status: number;
  title: string;
  text: string;
  location: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** A browser for sign-in tests: it keeps cookies, fills in forms, and sends the origin of requests. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #api: TestApp;
  readonly #address: string;
  static #count = 0;

  /** Each has its own address by default. */
  constructor(api: TestApp, address = `10.1.${Browser.#count >> 8}.${Browser.#count++ & 255}`) {
    this.#api = api;
    this.#address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#send('GET', path, undefined, { 'sec-fetch-site': 'none', ...headers });
  }

  post(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#send('POST', path, form, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  /** The headers of a call by a script of a page. */
  get headers(): Record<string, string> {
    return { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' };
  }

  get #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    form: Record<string, string> | undefined,
    headers: Record<string, string>,
  ): Promise<Shown> {
    const answer = await this.#api.app.inject({
      ...{ method, url, remoteAddress: this.#address },
      headers: {
        ...(this.cookies.size > 0 && { cookie: this.#cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        'user-agent': 'Test Browser',
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const title = /<title>(.*)<\/title>/.exec(answer.payload)?.[1] ?? '';
    const location = answer.headers.location as string | undefined;
    const { statusCode: status, payload: text } = answer;
    return { status, title, text, location, headers: answer.headers as Shown['headers'] };
  }
}
