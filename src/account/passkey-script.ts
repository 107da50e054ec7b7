/** The only script of these pages. It shows the passkey buttons if the browser supports passkeys, and handles them. */
export const SCRIPT = `'use strict';
const base = BASE;
const post = async (path, body = {}) => {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error('refused');
  return answer;
};
const offer = (id, work) => {
  const place = document.getElementById(id);
  if (!place || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  place.hidden = false;
  place.querySelector('button').addEventListener('click', async () => {
    const alert = document.getElementById('problem');
    alert.hidden = true;
    try {
      await work();
    } catch {
      alert.hidden = false;
    }
  });
};
offer('passkey', async () => {
  const options = await (await post('/sign-in/passkey/options')).json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const answer = await post('/sign-in/passkey', await navigator.credentials.get({ publicKey }));
  location.assign((await answer.json()).place);
});
offer('add-passkey', async () => {
  const options = await (await post('/account/passkeys/options')).json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  await post('/account/passkeys', await navigator.credentials.create({ publicKey }));
  location.reload();
});
`;
