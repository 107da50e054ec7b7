import { addressOf } from '../client/place.ts';

/** Leaves the dashboard by a form of the account's pages: what changes the session's cookie is theirs, not the API's. */
export function post(path: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = addressOf(path);
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}
