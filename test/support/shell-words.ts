import { execFileSync } from 'node:child_process';

/** What curl would get from a script: the words of each call, as the shell splits and unquotes them. */
export function callsOfCurl(scripts: readonly string[], variables: Record<string, string>): string[][] {
  const noted = ["curl() { printf '%s\\0' \"$@\"; printf '\\1\\0'; }", ...scripts].join('\n');
  const output = execFileSync('/bin/sh', ['-euc', noted], { env: variables, encoding: 'utf8' });
  const calls: string[][] = [[]];
  for (const word of output.split('\0').slice(0, -1)) {
    if (word === '\u0001') calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return calls.slice(0, -1);
}

/** A call of curl as a request. */
export interface CurlRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  file?: string;
}

/** The request of a call with the options -X, -H, -d and -F. Throws for others. */
export function requestOf(words: readonly string[]): CurlRequest {
  const given: Record<string, string[]> = { '-X': [], '-H': [], '-d': [], '-F': [] };
  const urls: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-')) urls.push(word);
    else if (given[word]) given[word].push(words[++at] as string);
    else throw new Error(`The test does not know the option ${word} of curl.`);
  }
  if (urls.length !== 1) throw new Error(`A call needs one URL, not ${urls.length}.`);
  const [body, file] = [given['-d']?.[0], given['-F']?.[0]];
  const headers = given['-H']?.map((header) => header.split(/: (.*)/s).slice(0, 2)) as [string, string][];
  return {
    method: given['-X']?.[0] ?? (body === undefined && file === undefined ? 'GET' : 'POST'),
    url: new URL(urls[0] as string),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body !== undefined && { body }),
    ...(file !== undefined && { file }),
  };
}
