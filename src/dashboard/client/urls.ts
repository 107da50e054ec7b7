/** The installation's URL, from the document's <base>: it may be below a path of its host. */
export const BASE = new URL('.', document.baseURI);

/** The sign-in address that returns to the current page. */
export function signInUrl(): string {
  const here = `/${location.pathname.slice(BASE.pathname.length)}${location.search}${location.hash}`;
  return `${addressOf('sign-in')}?to=${encodeURIComponent(here)}`;
}

/** An address of the installation by its path without the first slash, such as `sign-in`. */
export const addressOf = (path: string): string => new URL(path, BASE).href;
