import { addressOf } from '../client/urls.ts';

/** Leaves the dashboard through a form of the account pages: only they change the session cookie. */
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
